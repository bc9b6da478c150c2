/** Azulejo's storage provider for {@code s3://} locations. */
module io.azulejo.s3 {
  requires io.azulejo.core;
  requires java.xml;
  requires software.amazon.awssdk.auth;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.http;
  requires software.amazon.awssdk.http.apache5;
  requires software.amazon.awssdk.profiles;
  requires software.amazon.awssdk.regions;
  requires software.amazon.awssdk.retries.api;
  requires software.amazon.awssdk.services.s3;
  requires software.amazon.awssdk.services.sts;
  requires software.amazon.awssdk.utils;
  requires static org.jspecify;

  exports io.azulejo.s3 to
      io.azulejo.gcs;

  provides io.azulejo.storage.StorageProvider with
      io.azulejo.s3.S3Provider;
}
