//! Shows runs in a browser: the page and its server.
