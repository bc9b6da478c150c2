/** Azulejo's read-only stores: arrays on HTTP servers, and in ZIP files of any store. */
module io.azulejo.web {
  requires io.azulejo.core;
  requires com.fasterxml.jackson.core;
  requires java.net.http;
  requires static org.jspecify;

  provides io.azulejo.storage.StorageProvider with
      io.azulejo.web.WebProvider;
}
