package io.azulejo.internal.runtime;

import jdk.jfr.FlightRecorder;

/**
 * Activities of the engine that are recorded as events of the JDK's Flight Recorder ({@code
 * io.azulejo.Open} and so on). Without a recording, an event costs only a check of a flag. The same
 * is true if the runtime image does not contain the module {@code jdk.jfr}.
 */
public enum EngineEvent {
  /** An array is opened or refreshed. Sets files and bytes to the amount read. */
  OPEN,
  /**
   * A read, from its start until it is closed. Sets the files, bytes and tiles read and the cells
   * delivered.
   */
  READ,
  /** Bytes of tiles are read from files. */
  FETCH,
  /** Tiles are decoded. */
  DECODE,
  /** Fragments are consolidated. Sets files to the number of replaced fragments. */
  MERGE,
  /** The files of a fragment are made durable. */
  WRITE,
  /** A change becomes visible. Sets the place to the file that commits it. */
  COMMIT;

  private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /** An event that has begun. Values that are not set are 0. */
  public interface Started {
    /** Sets the array, folder or file of the event. */
    Started place(Object location);

    /** Sets the number of files. */
    Started files(long count);

    /** Sets the number of bytes. */
    Started bytes(long count);

    /** Sets the number of tiles. */
    Started tiles(long count);

    /** Sets the number of cells. */
    Started cells(long count);

    /** Ends and records the event. */
    void done();
  }

  /** Begins an event. Returns null if events are not recorded. */
  public Started begin() {
    return AVAILABLE && FlightRecorder.isInitialized() ? FlightEvents.begin(this) : null;
  }
}
