package io.azulejo.internal.runtime;

import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The event classes of the Flight Recorder. They are kept separate because the runtime image may
 * not contain the Flight Recorder, and because they should not be loaded before the first
 * recording.
 */
final class FlightEvents {
  private FlightEvents() {}

  /** The event types, in the order of the constants of {@link EngineEvent}. */
  private static final class Types {
    static final EventType[] BY_KIND =
        List.of(
                Open.class,
                Read.class,
                Fetch.class,
                Decode.class,
                Merge.class,
                Write.class,
                Commit.class)
            .stream()
            .map(EventType::getEventType)
            .toArray(EventType[]::new);
  }

  static EngineEvent.Started begin(EngineEvent kind) {
    if (!Types.BY_KIND[kind.ordinal()].isEnabled()) {
      return null;
    }
    EventBase act =
        switch (kind) {
          case OPEN -> new Open();
          case READ -> new Read();
          case FETCH -> new Fetch();
          case DECODE -> new Decode();
          case MERGE -> new Merge();
          case WRITE -> new Write();
          case COMMIT -> new Commit();
        };
    act.begin();
    return act;
  }

  /** The fields that all events have. */
  @Category("Azulejo")
  @StackTrace(false)
  abstract static class EventBase extends Event implements EngineEvent.Started {
    @Label("Place")
    @Description("The array, folder or file")
    String place;

    @Label("Files")
    long files;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Tiles")
    long tiles;

    @Label("Cells")
    long cells;

    @Override
    public EngineEvent.Started place(Object location) {
      this.place = location.toString();
      return this;
    }

    @Override
    public EngineEvent.Started files(long count) {
      this.files = count;
      return this;
    }

    @Override
    public EngineEvent.Started bytes(long count) {
      this.bytes = count;
      return this;
    }

    @Override
    public EngineEvent.Started tiles(long count) {
      this.tiles = count;
      return this;
    }

    @Override
    public EngineEvent.Started cells(long count) {
      this.cells = count;
      return this;
    }

    @Override
    public void done() {
      commit();
    }
  }

  @Name("io.azulejo.Open")
  @Label("Open")
  @Description("An array is opened or refreshed")
  static final class Open extends EventBase {}

  @Name("io.azulejo.Read")
  @Label("Read")
  @Description("A read, from its start until it is closed")
  static final class Read extends EventBase {}

  @Name("io.azulejo.Fetch")
  @Label("Fetch")
  @Description("Bytes of tiles are read from files")
  static final class Fetch extends EventBase {}

  @Name("io.azulejo.Decode")
  @Label("Decode")
  @Description("Tiles are decoded")
  static final class Decode extends EventBase {}

  @Name("io.azulejo.Merge")
  @Label("Merge")
  @Description("Fragments are consolidated into others")
  static final class Merge extends EventBase {}

  @Name("io.azulejo.Write")
  @Label("Write")
  @Description("The files of a fragment are made durable")
  static final class Write extends EventBase {}

  @Name("io.azulejo.Commit")
  @Label("Commit")
  @Description("A change becomes visible")
  static final class Commit extends EventBase {}
}
