package io.azulejo.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.function.IntSupplier;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A recording of the JDK's Flight Recorder, as {@code -XX:StartFlightRecording=settings=profile}
 * makes it, with the engine's own events.
 */
final class FlightProfile {
  private FlightProfile() {}

  /** Does some work, and writes what was recorded of it to a file, also where the work failed. */
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
      throw new UncheckedIOException("the profile cannot be written to " + file, e);
    } catch (ParseException e) {
      throw new IllegalStateException("the JDK's own settings", e);
    }
  }
}
