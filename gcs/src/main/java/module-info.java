/** Azulejo's storage provider for {@code gs://} locations. */
module io.azulejo.gcs {
  requires com.google.auth;
  requires com.google.auth.oauth2;
  requires io.azulejo.core;
  requires io.azulejo.s3;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.http;
  requires static org.jspecify;

  provides io.azulejo.storage.StorageProvider with
      io.azulejo.gcs.GcsProvider;
}
