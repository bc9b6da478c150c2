package io.azulejo.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.function.IntSupplier;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Records work with JDK Flight Recorder. The recording uses the settings of {@code
 * -XX:StartFlightRecording=settings=profile} and includes the engine's own events.
 */
final class FlightProfile {
  private FlightProfile() {}

  /**
   * Runs work and writes its recording to a file, even if the work fails.
   *
   * @return the result of the work
   */
  static int of(IntSupplier work, Path file) {
    try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
      recording.start();
      try {
        return work.getAsInt();
      } finally {
        recording.stop();
        recording.dump(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the profile to " + file, e);
    } catch (ParseException e) {
      throw new IllegalStateException("cannot read the JDK's own settings", e);
    }
  }
}
