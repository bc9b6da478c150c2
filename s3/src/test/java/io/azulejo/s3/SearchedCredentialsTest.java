package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;

class SearchedCredentialsTest {
  private static final AwsCredentialsProvider NONE =
      () -> {
        throw SdkClientException.create("Unable to load credentials from any of: a long list");
      };

  private static SearchedCredentials credentials(String profile, String... lines) {
    ProfileFile file =
        ProfileFile.builder()
            .type(ProfileFile.Type.CONFIGURATION)
            .content(String.join("\n", lines))
            .build();
    return new SearchedCredentials(NONE, Optional.of(profile), () -> file);
  }

  @Test
  void areThoseThatTheSdkFinds() {
    AwsBasicCredentials found = AwsBasicCredentials.create("id", "secret");

    assertThat(
            new SearchedCredentials(() -> found, Optional.empty(), ProfileFile::defaultProfileFile)
                .resolveCredentials())
        .isSameAs(found);
  }

  @Test
  void sayInAFewWordsThatThereAreNone() {
    assertThatThrownBy(() -> credentials("default").resolveCredentials())
        .isInstanceOf(SearchedCredentials.Missing.class)
        .hasMessage("no credentials found")
        .hasStackTraceContaining("a long list");
  }

  @Test
  void sayWhatIsMissingWhereTheSdkLooksAtOnePlaceAlone() {
    AwsCredentialsProvider token =
        () -> {
          throw new IllegalStateException("AWS_WEB_IDENTITY_TOKEN_FILE must be set");
        };

    assertThatThrownBy(
            () ->
                new SearchedCredentials(token, Optional.empty(), ProfileFile::defaultProfileFile)
                    .resolveCredentials())
        .hasMessage("no credentials found: AWS_WEB_IDENTITY_TOKEN_FILE must be set");
  }

  @Test
  void nameAProfileThatIsNotThere() {
    assertThatThrownBy(
            () -> credentials("work", "[profile home]", "region = eu-west-1").resolveCredentials())
        .hasMessage("no credentials found: profile \"work\" not found");
  }

  @Test
  void sayWhatIsTheMatterWithTheProfile() {
    assertThatThrownBy(
            () -> credentials("default", "[default]", "region = eu-west-1").resolveCredentials())
        .hasMessage(
            "no credentials found: profile \"default\": Profile file contained no credentials"
                + " for profile 'default'");
    assertThatThrownBy(
            () ->
                credentials(
                        "work",
                        "[profile work]",
                        "sso_session = nobody-has-signed-in-here",
                        "sso_account_id = 1",
                        "sso_role_name = reader",
                        "[sso-session nobody-has-signed-in-here]",
                        "sso_region = us-east-1",
                        "sso_start_url = https://example.org/start")
                    .resolveCredentials())
        .hasMessageStartingWith("no credentials found: profile \"work\": The SSO session")
        .hasMessageContaining("aws sso login");
  }
}
