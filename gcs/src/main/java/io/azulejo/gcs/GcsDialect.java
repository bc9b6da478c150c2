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

  /** Returns false, because Google does not support conditions on multipart uploads. */
  @Override
  public boolean completesConditionally() {
    return false;
  }

  @Override
  public String advice(Problem problem, String subject) {
    return switch (problem) {
      case REFUSED -> refused(subject);
      case EXPIRED ->
          "; the credentials have expired; renew them (gcloud auth application-default login)";
      case NO_CREDENTIALS ->
          "; for a public bucket, set azulejo.gcs.no_sign_request=true; otherwise log in "
              + "(gcloud auth application-default login), or set GOOGLE_APPLICATION_CREDENTIALS or "
              + "vfs.gcs.service_account_key";
      case WRONG_REGION -> "";
      case NO_BUCKET ->
          "; check the bucket name \"%s\"%s"
              .formatted(
                  subject, options.isGoogle() ? "" : " and vfs.gcs.endpoint, " + options.endpoint);
      case THROTTLED ->
          "; the store is throttling requests; set vfs.gcs.max_parallel_ops below "
              + options.parallel;
      case UNKNOWN_HOST -> "; check the network and vfs.gcs.endpoint, " + options.endpoint;
      case UNTRUSTED ->
          "; if the server's certificate is private or self-signed, add it to the JDK's trust "
              + "store (-Djavax.net.ssl.trustStore)";
    };
  }

  private String refused(String file) {
    if (options.credentials != null) {
      return "; for a public bucket, set azulejo.gcs.no_sign_request=true; otherwise check the "
          + "permissions of these credentials for "
          + file
          + " (roles/storage.objectViewer, roles/storage.objectUser)";
    }
    return options.isGoogle()
        ? "; the request was not signed (azulejo.gcs.no_sign_request=true), but the bucket "
            + "requires credentials"
        : "; the request was not signed, because credentials found on this machine are only "
            + "sent to Google; set vfs.gcs.service_account_key for "
            + options.endpoint;
  }

  @Override
  public Collection<String> secrets() {
    List<String> secrets = new ArrayList<>(options.secrets);
    secrets.addAll(tokens.secrets());
    return secrets;
  }
}
