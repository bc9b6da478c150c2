package io.azulejo.internal.runtime;

import jdk.jfr.FlightRecorder;

/**
 * Activities of the engine, recorded as events of the JDK's Flight Recorder ({@code
 * io.azulejo.Open} and so on). Without a recording, or if the runtime image lacks the module {@code
 * jdk.jfr}, an event only costs checking a flag.
 */
public enum EngineEvent {
  /** An array is opened or refreshed; has the files and bytes read. */
  OPEN,
  /** A read from its start until it is closed; has its files, bytes, tiles and delivered cells. */
  READ,
  /** Bytes of tiles are read from files. */
  FETCH,
  /** Tiles are decoded. */
  DECODE,
  /** Fragments are consolidated; has the number of replaced fragments as files. */
  MERGE,
  /** The files of a fragment are made durable. */
  WRITE,
  /** A change becomes visible; its place is the committing file. */
  COMMIT;

  private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /** A started event. Values that are not set are 0. */
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

  /** Begins an event; returns null if events are not recorded. */
  public Started begin() {
    return AVAILABLE && FlightRecorder.isInitialized() ? FlightEvents.begin(this) : null;
  }
}
