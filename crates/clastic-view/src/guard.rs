//! Who is let in, and what every answer tells the browser to keep to.

use std::fmt::Write as _;
use std::hint::black_box;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::answer::Failure;
use crate::site::Site;

/// Where clients that make their own requests put the token.
const TOKEN_HEADER: &str = "x-clastic-token";

/// Where it may be in the query, because a browser sends no headers of ours there.
const QUERY_PATHS: [&str; 2] = ["/", "/api/events"];

const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The secret that the page is opened with: 128 random bits in hexadecimal. It has no `Debug`, so that no log shows it.
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn random() -> Result<Token, getrandom::Error> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits)?;
        let mut hex = String::with_capacity(32);
        for byte in bits {
            write!(hex, "{byte:02x}").expect("a string takes all");
        }
        Ok(Token(hex))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// In a time that does not depend on where the first difference is.
    fn is(&self, guess: &[u8]) -> bool {
        let token = self.0.as_bytes();
        let differences = token.iter().zip(guess).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        guess.len() == token.len() && differences == 0
    }
}

/// The address that a connection was made to.
#[derive(Clone, Copy)]
pub(crate) struct Local(pub(crate) SocketAddr);

impl Local {
    /// Whether a client that was given the server's address would call it by this name. Any other name is one that
    /// someone has bound to our address, and any page of that name could read what we answer.
    fn is_called(self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && port.bytes().all(|c| c.is_ascii_digit()) => {
                (name, port.parse().ok())
            }
            _ => (host, Some(80)),
        };
        let address: Option<IpAddr> = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(name) => name.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
        };
        let ours = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into(), self.0.ip().to_canonical()];
        port == Some(self.0.port())
            && (name.eq_ignore_ascii_case("localhost") || address.is_some_and(|ip| ours.contains(&ip)))
    }
}

/// Lets requests pass that only read and that come to us under our own name, from our own page if from any.
pub(crate) async fn address(Extension(local): Extension<Local>, request: Request, next: Next) -> Response {
    match check_address(local, &request) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    }
}

fn check_address(local: Local, request: &Request) -> Result<(), Failure> {
    let headers = request.headers();
    let host = match (request.uri().authority(), single(headers, header::HOST)) {
        (None, Ok(Some(host))) => host,
        _ => return Err(Failure::new(StatusCode::BAD_REQUEST, "expected one Host and a path")),
    };
    if !local.is_called(host) {
        let expected = format!("expected the Host {}, or localhost and the same port", local.0);
        return Err(Failure::new(StatusCode::MISDIRECTED_REQUEST, expected));
    }
    let is_foreign = match single(headers, header::ORIGIN) {
        Ok(None) => false,
        Ok(Some(origin)) => !origin.strip_prefix("http://").is_some_and(|host| local.is_called(host)),
        Err(Unclear) => true,
    };
    if is_foreign {
        return Err(Failure::new(StatusCode::FORBIDDEN, "expected no Origin but this server's own"));
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Err(Failure::new(StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD"));
    }
    Ok(())
}

/// A header that occurs twice or is not ASCII.
struct Unclear;

fn single(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Unclear> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| Unclear),
        (Some(_), Some(_)) => Err(Unclear),
    }
}

/// Lets requests pass that have the token.
pub(crate) async fn token(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let in_header = request.headers().get(TOKEN_HEADER).map(HeaderValue::as_bytes);
    let in_query = || {
        let query = request.uri().query().filter(|_| QUERY_PATHS.contains(&request.uri().path()))?;
        query.split('&').find_map(|pair| pair.strip_prefix("token=")).map(str::as_bytes)
    };
    if in_header.or_else(in_query).is_some_and(|guess| site.token.is(guess)) {
        return next.run(request).await;
    }
    let expected = "expected the token: open the whole address that was printed when the server started";
    Failure::new(StatusCode::UNAUTHORIZED, expected).into_response()
}

/// Adds to every answer what it tells the browser to keep to.
pub(crate) async fn headers(mut response: Response) -> Response {
    let fixed = HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    response.headers_mut().extend(fixed);
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_128_random_bits_and_only_itself() {
        let (a, b) = (Token::random().expect("bits"), Token::random().expect("bits"));
        assert!(a.0.len() == 32 && a.0.bytes().all(|c| c.is_ascii_hexdigit()));
        assert!(a.is(a.0.as_bytes()) && !a.is(b.0.as_bytes()));
        assert!(!a.is(b"") && !a.is(&a.0.as_bytes()[..31]) && !a.is(format!("{}0", a.0).as_bytes()));
    }

    #[test]
    fn a_server_knows_its_names() {
        let local = |address: &str| Local(address.parse().expect("an address"));
        let ours = [
            ("127.0.0.1:8000", "127.0.0.1:8000"),
            ("127.0.0.1:8000", "localhost:8000"),
            ("127.0.0.1:8000", "LocalHost:8000"),
            ("127.0.0.1:8000", "[::1]:8000"),
            ("127.0.0.1:80", "localhost"),
            ("[::1]:80", "[::1]"),
            ("192.0.2.7:8000", "192.0.2.7:8000"),
            ("[2001:db8::7]:8000", "[2001:db8::7]:8000"),
            ("[::ffff:192.0.2.7]:8000", "192.0.2.7:8000"),
        ];
        for (address, host) in ours {
            assert!(local(address).is_called(host), "{host} is {address}");
        }
        let foreign = [
            "",
            ":",
            ":8000",
            "127.0.0.1",
            "localhost",
            "127.0.0.1:8001",
            "localhost:08000x",
            "localhost:+8000",
            "localhost.:8000",
            "localhost:8000:8000",
            "evil.example:8000",
            "127.0.0.1.evil.example:8000",
            "localhost.evil.example:8000",
            "evil.example",
            "127.1:8000",
            "2130706433:8000",
            "0x7f.0.0.1:8000",
            "0.0.0.0:8000",
            "192.0.2.8:8000",
            "user@localhost:8000",
            "localhost:8000/",
            "::1:8000",
            "[::1:8000",
            "[::]:8000",
            "[127.0.0.1]:8000",
            "localhost:80000000000",
        ];
        for host in foreign {
            assert!(!local("127.0.0.1:8000").is_called(host), "{host} is foreign");
        }
    }
}
