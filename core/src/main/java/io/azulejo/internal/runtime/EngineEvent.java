package io.azulejo.internal.runtime;

import jdk.jfr.FlightRecorder;

/**
 * What the engine does, as events of the JDK's Flight Recorder ({@code io.azulejo.Open} and so on).
 * Where nobody records them, or the runtime image has no module {@code jdk.jfr}, an event costs a
 * look at a flag.
 */
public enum EngineEvent {
  /** An array is opened or refreshed: its files and bytes read. */
  OPEN,
  /** A read, from its beginning until it is closed: its files, bytes, tiles and cells delivered. */
  READ,
  /** Bytes of tiles are read from files. */
  FETCH,
  /** Tiles are decoded. */
  DECODE,
  /** Fragments are consolidated into others: files are the fragments that are replaced. */
  MERGE,
  /** The files of a fragment are made durable. */
  WRITE,
  /** A change becomes visible, by the file of that name. */
  COMMIT;

  private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /** An event that has begun. What is not set is 0. */
  public interface Begun {
    /** The array, folder or file that it is about. */
    Begun place(Object location);

    /** The number of files. */
    Begun files(long count);

    /** The number of bytes. */
    Begun bytes(long count);

    /** The number of tiles. */
    Begun tiles(long count);

    /** The number of cells. */
    Begun cells(long count);

    /** Ends and records it. */
    void done();
  }

  /** Begins an event; returns null where nobody records events of this kind. */
  public Begun begin() {
    return AVAILABLE && FlightRecorder.isInitialized() ? FlightEvents.begin(this) : null;
  }
}
