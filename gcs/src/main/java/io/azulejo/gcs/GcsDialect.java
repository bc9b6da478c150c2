package io.azulejo.gcs;

import io.azulejo.s3.S3Dialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import software.amazon.awssdk.http.SdkHttpClient;

/** The differences between the XML API of Google Cloud Storage and S3. */
final class GcsDialect implements S3Dialect {
  private final GcsOptions options;
  private final Tokens tokens;

  GcsDialect(GcsOptions options) {
    this.options = options;
    this.tokens = new Tokens(options.credentials);
  }

  @Override
  public SdkHttpClient transport(SdkHttpClient plain) {
    return new GcsTransport(plain, tokens, options.userProject);
  }

  /** Returns false: Google does not support conditions on multipart uploads. */
  @Override
  public boolean completesConditionally() {
    return false;
  }

  @Override
  public String advice(Trouble trouble, String about) {
    return switch (trouble) {
      case REFUSED -> refused(about);
      case EXPIRED ->
          "; the credentials have expired: get new ones (gcloud auth application-default login)";
      case NO_CREDENTIALS ->
          "; for a public bucket, give azulejo.gcs.no_sign_request=true; else log in (gcloud auth"
              + " application-default login), or give GOOGLE_APPLICATION_CREDENTIALS or"
              + " vfs.gcs.service_account_key";
      case WRONG_REGION -> "";
      case NO_BUCKET ->
          "; look at the name of the bucket \"%s\"%s"
              .formatted(
                  about, options.isGoogle() ? "" : " and at vfs.gcs.endpoint, " + options.endpoint);
      case THROTTLED ->
          "; the store asks for fewer requests: try vfs.gcs.max_parallel_ops below "
              + options.parallel;
      case UNKNOWN_HOST -> "; look at the network and at vfs.gcs.endpoint, " + options.endpoint;
      case UNTRUSTED ->
          "; if the server has a certificate of its own, let the JDK trust it"
              + " (-Djavax.net.ssl.trustStore)";
    };
  }

  private String refused(String file) {
    if (options.credentials != null) {
      return "; is the bucket public? Try azulejo.gcs.no_sign_request=true; else see whether these"
          + " credentials may do this with "
          + file
          + " (roles/storage.objectViewer, roles/storage.objectUser)";
    }
    return options.isGoogle()
        ? "; nobody signed this (azulejo.gcs.no_sign_request=true), and the bucket wants that"
        : "; nobody signed this: credentials that are found on this machine go to Google alone, so"
            + " give vfs.gcs.service_account_key for "
            + options.endpoint;
  }

  @Override
  public Collection<String> secrets() {
    List<String> secrets = new ArrayList<>(options.secrets);
    secrets.addAll(tokens.secrets());
    return secrets;
  }
}
