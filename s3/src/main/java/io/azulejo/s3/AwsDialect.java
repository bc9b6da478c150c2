package io.azulejo.s3;

import java.util.Collection;
import software.amazon.awssdk.http.SdkHttpClient;

/** The dialect of AWS. It also fits compatible servers that need only different settings. */
final class AwsDialect implements S3Dialect {
  private final S3Options options;

  AwsDialect(S3Options options) {
    this.options = options;
  }

  @Override
  public SdkHttpClient transport(SdkHttpClient plain) {
    return plain;
  }

  @Override
  public boolean completesConditionally() {
    return true;
  }

  @Override
  public String advice(Problem problem, String subject) {
    return switch (problem) {
      case REFUSED ->
          options.anonymous
              ? "; the request was not signed (vfs.s3.no_sign_request=true), but the bucket "
                  + "requires credentials"
              : "; for a public bucket, set vfs.s3.no_sign_request=true; otherwise check "
                  + "which credentials are used (aws sts get-caller-identity), and their "
                  + "permissions for "
                  + subject;
      case EXPIRED -> "; the credentials have expired; renew them (aws sso login)";
      case NO_CREDENTIALS ->
          "; for a public bucket, set vfs.s3.no_sign_request=true; otherwise set "
              + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or sign in (aws sso login) and set "
              + "AWS_PROFILE";
      case WRONG_REGION ->
          subject.isEmpty()
              ? "; check the region (vfs.s3.region); the store gave no details"
              : "; the bucket is in another region; set vfs.s3.region=" + subject;
      case NO_BUCKET ->
          "; check the bucket name \"%s\"%s"
              .formatted(
                  subject,
                  options.endpoint.map(uri -> " and vfs.s3.endpoint_override, " + uri).orElse(""));
      case THROTTLED ->
          "; the store is throttling requests; set vfs.s3.max_parallel_ops below "
              + options.parallel;
      case UNKNOWN_HOST ->
          "; check "
              + options
                  .endpoint
                  .map(uri -> "vfs.s3.endpoint_override, " + uri)
                  .orElse("the network, vfs.s3.region and vfs.s3.endpoint_override");
      case UNTRUSTED ->
          "; if the server's certificate is private or self-signed, set vfs.s3.ca_file";
    };
  }

  @Override
  public Collection<String> secrets() {
    return options.secrets;
  }
}
