//! The socket: whole messages in and out over TCP.

use super::frame::{Frame, Framer};
use super::message::{MAX_LENGTH, Message, MessageError};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

/// Port of DamExchange.
pub const PORT: u16 = 27531;

/// Time between a CHAT and the next message: some programs lose what follows a CHAT in the same segment.
const CHAT_GAP: Duration = Duration::from_millis(60);

/// What the reading side of a connection brings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incoming {
    /// A message, or bytes that are none.
    Message(Result<Message, MessageError>),
    /// The partner has gone; nothing follows.
    Closed,
}

/// A connection with one partner. Dropping it closes it.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    last_chat: Option<Instant>,
    last_other: Option<Instant>,
}

impl Connection {
    /// Connects to a listening program, trying every address that the name stands for.
    ///
    /// # Errors
    /// The last error when no address answers within the time.
    pub fn connect(address: impl ToSocketAddrs, timeout: Duration) -> io::Result<Connection> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "no such host");
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(stream) => return Connection::new(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// A connection that was accepted.
    ///
    /// # Errors
    /// When the system refuses to send small segments at once.
    pub fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            last_chat: None,
            last_other: None,
        })
    }

    /// The partner's address.
    ///
    /// # Errors
    /// When the connection is gone.
    pub fn peer(&self) -> io::Result<SocketAddr> {
        self.stream.peer_addr()
    }

    /// Sends a message in one segment, some time after a CHAT, and a CHAT some time after anything else.
    ///
    /// # Errors
    /// When the partner has gone.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        let chat = matches!(message, Message::Chat(_));
        let before = if chat {
            self.last_other
        } else {
            self.last_chat
        };
        if let Some(left) = before.and_then(|at| CHAT_GAP.checked_sub(at.elapsed())) {
            thread::sleep(left);
        }
        let mut bytes = message.encode();
        log::debug!("dxp > {}", String::from_utf8_lossy(&bytes));
        bytes.push(0);
        let written = self.stream.write_all(&bytes);
        let now = Some(Instant::now());
        if chat {
            self.last_chat = now
        } else {
            self.last_other = now
        }
        written
    }

    /// Starts a thread that hands everything that arrives to `deliver`, the end included, until that says false.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn read_with(
        &self,
        mut deliver: impl FnMut(Incoming) -> bool + Send + 'static,
    ) -> io::Result<()> {
        let mut stream = self.stream.try_clone()?;
        let read = move || {
            let mut framer = Framer::default();
            let mut segment = [0; 1024];
            loop {
                let read = match stream.read(&mut segment) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) | Err(_) => {
                        deliver(Incoming::Closed);
                        return;
                    }
                    Ok(read) => read,
                };
                for frame in framer.push(&segment[..read]) {
                    let message = match frame {
                        Frame::Whole(bytes) => {
                            log::debug!("dxp < {}", String::from_utf8_lossy(&bytes));
                            Message::parse(&bytes)
                        }
                        Frame::TooLong => {
                            let text = format!("more than {MAX_LENGTH} bytes");
                            Err(MessageError::Unknown(text))
                        }
                    };
                    if !deliver(Incoming::Message(message)) {
                        return;
                    }
                }
            }
        };
        thread::Builder::new()
            .name("dxp-reader".to_string())
            .spawn(read)?;
        Ok(())
    }

    /// Closes the connection in both directions.
    pub fn close(&self) {
        // Gone already: nothing to do.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.close();
    }
}
