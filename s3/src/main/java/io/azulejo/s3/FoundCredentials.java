package io.azulejo.s3;

import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * Credentials that the SDK looks for. Where it finds none, this says so in a few words, and what
 * the profile has to do with it; the SDK's own message, which goes through all places that it has
 * looked at, is the cause.
 */
final class FoundCredentials implements AwsCredentialsProvider {
  private static final String DEFAULT_PROFILE = "default";

  private final AwsCredentialsProvider places;
  private final Optional<String> profile;
  private final Supplier<ProfileFile> profiles;

  /** Nothing was found: the message says all that a user wants to know, the cause the rest. */
  static final class Missing extends SdkClientException {
    private static final long serialVersionUID = 1L;

    private Missing(String message, Throwable cause) {
      super(SdkClientException.builder().message(message).cause(cause));
    }
  }

  /**
   * Credentials that were not looked for yet.
   *
   * @param places where the SDK looks for them
   * @param profile the name of the profile, where the SDK looks at one
   * @param profiles those of the user
   */
  FoundCredentials(
      AwsCredentialsProvider places, Optional<String> profile, Supplier<ProfileFile> profiles) {
    this.places = places;
    this.profile = profile;
    this.profiles = profiles;
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      return places.resolveCredentials();
    } catch (SdkClientException | IllegalStateException e) {
      String reason = profile.map(this::about).orElseGet(() -> String.valueOf(e.getMessage()));
      throw new Missing("no credentials were found" + (reason.isEmpty() ? "" : ": " + reason), e);
    }
  }

  /** What a profile has to do with it; empty where it has nothing. */
  private String about(String profile) {
    ProfileFile known = profiles.get();
    if (known.profile(profile).isEmpty()) {
      return profile.equals(DEFAULT_PROFILE) ? "" : "there is no profile \"" + profile + "\"";
    }
    try (ProfileCredentialsProvider provider =
        ProfileCredentialsProvider.builder().profileName(profile).profileFile(known).build()) {
      provider.resolveCredentials();
      return "";
    } catch (RuntimeException e) {
      return "profile \"%s\": %s"
          .formatted(profile, withoutContent(String.valueOf(e.getMessage())));
    }
  }

  /** A message of the SDK without the list of all profiles, or the full stop, that may end it. */
  private static String withoutContent(String message) {
    int content = message.indexOf(": ProfileFile(");
    String text = content < 0 ? message : message.substring(0, content);
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
