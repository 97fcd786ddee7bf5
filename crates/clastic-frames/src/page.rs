//! Text on its way to the disk.

use std::io::{self, Write};

use crate::columns::CHUNK;

/// Text that is handed to the disk whenever there is enough of it.
pub(crate) struct Page<'a> {
    /// What is still to be handed on.
    pub text: Vec<u8>,
    sink: &'a mut dyn Write,
}

impl<'a> Page<'a> {
    pub fn new(sink: &'a mut dyn Write) -> Self {
        Page { text: Vec::with_capacity(2 * CHUNK), sink }
    }

    /// Hands the text on if it is enough.
    pub fn turn(&mut self) -> io::Result<()> {
        if self.text.len() >= CHUNK {
            self.sink.write_all(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }

    /// Hands on what is left.
    pub fn finish(self) -> io::Result<()> {
        self.sink.write_all(&self.text)
    }
}
