package io.azulejo.s3;

import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * Provides the credentials that the AWS SDK finds. If it finds none, {@link Missing} says so
 * briefly and describes the problem with the profile, if any. Its cause is the SDK's exception,
 * whose message lists every place searched.
 */
final class SearchedCredentials implements AwsCredentialsProvider {
  private static final String DEFAULT_PROFILE = "default";

  private final AwsCredentialsProvider search;
  private final Optional<String> profile;
  private final Supplier<ProfileFile> profiles;

  /**
   * Reports that no credentials were found. The message is for users; the cause has the details.
   */
  static final class Missing extends SdkClientException {
    private static final long serialVersionUID = 1L;

    private Missing(String message, Throwable cause) {
      super(SdkClientException.builder().message(message).cause(cause));
    }
  }

  /**
   * Creates a provider. It starts to search when credentials are first requested.
   *
   * @param search the SDK's search through its sources
   * @param profile the name of the profile; empty if the SDK does not read one
   * @param profiles supplies the user's profiles
   */
  SearchedCredentials(
      AwsCredentialsProvider search, Optional<String> profile, Supplier<ProfileFile> profiles) {
    this.search = search;
    this.profile = profile;
    this.profiles = profiles;
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      return search.resolveCredentials();
    } catch (SdkClientException | IllegalStateException e) {
      String reason =
          profile.map(this::profileError).orElseGet(() -> String.valueOf(e.getMessage()));
      throw new Missing("no credentials found" + (reason.isEmpty() ? "" : ": " + reason), e);
    }
  }

  /** Describes the problem with the profile. Returns an empty string if there is none. */
  private String profileError(String profile) {
    ProfileFile known = profiles.get();
    if (known.profile(profile).isEmpty()) {
      return profile.equals(DEFAULT_PROFILE) ? "" : "profile \"" + profile + "\" not found";
    }
    try (ProfileCredentialsProvider provider =
        ProfileCredentialsProvider.builder().profileName(profile).profileFile(known).build()) {
      provider.resolveCredentials();
      return "";
    } catch (RuntimeException e) {
      return "profile \"%s\": %s"
          .formatted(profile, withoutProfileList(String.valueOf(e.getMessage())));
    }
  }

  /** Returns an SDK message without the trailing list of profiles and the final full stop. */
  private static String withoutProfileList(String message) {
    int content = message.indexOf(": ProfileFile(");
    String text = content < 0 ? message : message.substring(0, content);
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
