//! Closed lists of names.

/// Declares closed lists of names.
macro_rules! names {
    ($($(#[doc = $doc:literal])+ pub enum $Name:ident { $($(#[doc = $item_doc:literal])+ $Item:ident = $text:literal,)+ })+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name {
            $($(#[doc = $item_doc])+ $Item,)+
        }
        impl $crate::language::Named for $Name {
            const ALL: &'static [Self] = &[$($Name::$Item),+];
            fn name(self) -> &'static str {
                match self {
                    $($Name::$Item => $text,)+
                }
            }
        }
    )+};
}

pub(crate) use names;
