/** Azulejo's storage provider for {@code azure://} and {@code abfss://} locations. */
module io.azulejo.azure {
  requires io.azulejo.core;
  requires com.azure.core;
  requires com.azure.core.http.jdk.httpclient;
  requires com.azure.identity;
  requires com.azure.storage.blob;
  requires com.azure.storage.common;
  requires java.net.http;
  requires reactor.core;
  requires static org.jspecify;

  provides io.azulejo.storage.StorageProvider with
      io.azulejo.azure.AzureProvider;
}
