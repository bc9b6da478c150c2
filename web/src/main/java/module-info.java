/** Azulejo's read-only stores: files on HTTP servers, and files in ZIP archives of any store. */
module io.azulejo.web {
  requires io.azulejo.core;
  requires com.fasterxml.jackson.core;
  requires java.net.http;
  requires static org.jspecify;

  provides io.azulejo.storage.StorageProvider with
      io.azulejo.web.WebProvider;
}
