package io.azulejo.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static int attempts(int max, @Nullable Throwable failure) {
    Attempts attempts = new Attempts(max);
    while (attempts.mayFollow(failure)) {}
    return attempts.failed();
  }

  private static Throwable caused(Throwable failure, Throwable cause) {
    return failure.initCause(cause);
  }

  @Test
  void refusedConnectionsAreTriedThreeTimes() {
    assertThat(attempts(10, new ConnectException("Connection refused"))).isEqualTo(3);
    assertThat(attempts(10, new IllegalStateException(new ConnectException("Connection refused"))))
        .isEqualTo(3);
    // As the JDK's client of HTTP says it.
    assertThat(
            attempts(
                10, caused(new ConnectException(), new ConnectException("Connection refused"))))
        .isEqualTo(3);
    assertThat(attempts(10, caused(new ConnectException(), new ClosedChannelException())))
        .isEqualTo(3);
    assertThat(attempts(2, new ConnectException("Connection refused"))).isEqualTo(2);
  }

  @Test
  void allElseIsTriedAsOftenAsTheSettingsAllow() {
    assertThat(attempts(10, null)).isEqualTo(10);
    assertThat(attempts(10, new IOException("Connection reset"))).isEqualTo(10);
    assertThat(attempts(10, new SocketException("Connection reset"))).isEqualTo(10);
    assertThat(attempts(10, new UnknownHostException("host"))).isEqualTo(10);
    assertThat(attempts(10, new ConnectException("Connection timed out"))).isEqualTo(10);
    assertThat(
            attempts(
                10,
                caused(
                    new IOException("HTTP connect timed out"),
                    new ConnectException("HTTP connect timed out"))))
        .isEqualTo(10);
    assertThat(attempts(10, caused(new ConnectException(), new UnresolvedAddressException())))
        .isEqualTo(10);
  }

  @Test
  void refusalsAmongOtherFailuresAreCountedByThemselves() {
    Attempts attempts = new Attempts(10);
    ConnectException refused = new ConnectException("Connection refused");

    assertThat(attempts.mayFollow(null)).isTrue();
    assertThat(attempts.mayFollow(null)).isTrue();
    assertThat(attempts.mayFollow(refused)).isTrue();
    assertThat(attempts.mayFollow(null)).isTrue();
    assertThat(attempts.mayFollow(refused)).isTrue();
    assertThat(attempts.mayFollow(refused)).isFalse();
    assertThat(attempts.failed()).isEqualTo(6);
  }
}
