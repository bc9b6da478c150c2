package io.azulejo.s3;

import java.util.Collection;
import software.amazon.awssdk.http.SdkHttpClient;

/** The dialect of AWS, and of servers that differ from it only by settings. */
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
  public String advice(Trouble trouble, String about) {
    return switch (trouble) {
      case REFUSED ->
          options.anonymous
              ? "; nobody signed this (vfs.s3.no_sign_request=true), and the bucket wants that"
              : "; is the bucket public? Try vfs.s3.no_sign_request=true; else see which credentials"
                  + " are found (aws sts get-caller-identity), and whether they may do this with "
                  + about;
      case EXPIRED -> "; the credentials have expired: get new ones (aws sso login)";
      case NO_CREDENTIALS ->
          "; for a public bucket, give vfs.s3.no_sign_request=true; else set AWS_ACCESS_KEY_ID and"
              + " AWS_SECRET_ACCESS_KEY, or sign in (aws sso login) and name the profile"
              + " (AWS_PROFILE)";
      case WRONG_REGION ->
          about.isEmpty()
              ? "; is the region right (vfs.s3.region)? An answer without a body says no more"
              : "; the bucket is in another region: give vfs.s3.region=" + about;
      case NO_BUCKET ->
          "; look at the name of the bucket \"%s\"%s"
              .formatted(
                  about,
                  options
                      .endpoint
                      .map(uri -> " and at vfs.s3.endpoint_override, " + uri)
                      .orElse(""));
      case THROTTLED ->
          "; the store asks for fewer requests: try vfs.s3.max_parallel_ops below "
              + options.parallel;
      case UNKNOWN_HOST ->
          "; look at "
              + options
                  .endpoint
                  .map(uri -> "vfs.s3.endpoint_override, " + uri)
                  .orElse("the network, vfs.s3.region and vfs.s3.endpoint_override");
      case UNTRUSTED -> "; if the server has a certificate of its own, give vfs.s3.ca_file";
    };
  }

  @Override
  public Collection<String> secrets() {
    return options.secrets;
  }
}
