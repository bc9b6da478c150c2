package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.HistoryEntry;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.SnapshotToken;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A refreshed array sees what one sees that is opened anew, after random changes of all kinds.
 * Another seed: {@code -Dazulejo.seed=N}.
 */
class RefreshTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_122L);
  private static final Location ARRAY = Location.of("mem://arrays/array");
  private static final int SEQUENCES = TestLayer.cases(12, 3);
  private static final int CHANGES = 25;
  private static final int CELLS = 100;

  /** The arrays that are changed and refreshed. */
  enum Kind {
    SPARSE,
    DUPLICATES,
    DENSE,
    ENCRYPTED,
    SEALED
  }

  @ParameterizedTest
  @EnumSource
  void aRefreshedArraySeesWhatANewlyOpenedOneSeesAndATokenWhatWasSeenBefore(Kind kind) {
    int opened = 0;
    int vacuumed = 0;
    for (int i = 0; i < SEQUENCES; i++) {
      try (Sequence sequence = new Sequence(kind, SEED + i)) {
        sequence.run();
        opened += sequence.opened;
        vacuumed += sequence.vacuumed;
      }
    }
    assertThat(opened).as("tokens that were opened").isGreaterThan(SEQUENCES * CHANGES / 4);
    assertThat(vacuumed).as("tokens of what was vacuumed").isPositive();
  }

  private static Azulejo engine(Kind kind) {
    Azulejo.Builder builder =
        Azulejo.builder().computeThreads(0).ioThreads(0).storage("mem", Storage.inMemory());
    if (kind == Kind.ENCRYPTED) {
      builder.key(ARRAY, EncryptionKey.of(new byte[EncryptionKey.SIZE]));
    }
    return builder.build();
  }

  /** Changes of one array, one after the other, each seen by several open arrays. */
  private static final class Sequence implements AutoCloseable {
    private final Kind kind;
    private final long seed;
    private final Random random;
    private final Azulejo azulejo;
    private final List<OpenOptions> options = new ArrayList<>();
    private final List<Array> open = new ArrayList<>();
    private final List<String> done = new ArrayList<>();
    private final List<Seen> seen = new ArrayList<>();
    private int opened;
    private int vacuumed;
    private int attributes;

    Sequence(Kind kind, long seed) {
      this.kind = kind;
      this.seed = seed;
      this.random = new Random(seed);
      this.azulejo = engine(kind);
      ArraySchema.Builder schema =
          kind == Kind.DENSE
              ? ArraySchema.dense()
              : ArraySchema.sparse().capacity(7).allowsDuplicates(kind == Kind.DUPLICATES);
      azulejo.create(
          ARRAY,
          schema
              .dimension(Dimension.of("x", Datatype.INT64, Range.of(0, CELLS - 1), 10))
              .attribute(Attribute.of("v", Datatype.INT64))
              .attribute(Attribute.builder("c", Datatype.UINT8).enumeration("colors").build())
              .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
              .build());
      if (kind == Kind.SEALED) {
        azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.kept());
      }
      OpenOptions now = kind == Kind.SEALED ? OpenOptions.DEFAULT.verified() : OpenOptions.DEFAULT;
      options.add(now);
      options.add(now.at(TimeRange.between(300, 600)));
      options.add(now.at(TimeRange.until(500)));
      options.forEach(option -> open.add(azulejo.open(ARRAY, option)));
    }

    /** What an open array showed, and its token. */
    private record Seen(byte[] token, List<String> shown) {}

    /** Keeps tokens of what is open; opens one that was kept before. */
    private void openTokens() {
      for (Array array : open) {
        seen.add(new Seen(array.token().toBytes(), describe(array, false)));
      }
      Seen before = seen.get(random.nextInt(seen.size()));
      try {
        Array again = azulejo.open(SnapshotToken.of(before.token()), options.get(0));
        assertThat(describe(again, false)).as("%d, %s", seed, done).isEqualTo(before.shown());
        assertThat(again.token().toBytes()).isEqualTo(before.token());
        opened++;
      } catch (NotFoundException e) {
        assertThat(e).hasMessageContaining("vacuumed or deleted");
        vacuumed++;
      }
    }

    void run() {
      for (int i = 0; i < CHANGES; i++) {
        int change = random.nextInt(16);
        // What others delete is missing in a snapshot as well.
        List<String> seen = change < 8 ? describe(open.get(0)) : List.of();
        Array kept = open.get(0);
        try {
          change(change);
          done.add(Integer.toString(change));
        } catch (InvalidRequestException | UnsupportedFormatException e) {
          done.add(change + " refused: " + e.getMessage());
        }
        for (int a = 0; a < open.size(); a++) {
          Array before = open.get(a);
          Array refreshed = before.refresh();
          assertThat(describe(refreshed))
              .as("azulejo.seed=%d, %s, %s", seed, options.get(a).at(), done)
              .isEqualTo(describe(azulejo.open(ARRAY, options.get(a))));
          open.set(a, refreshed);
        }
        openTokens();
        if (change < 8) {
          assertThat(describe(kept)).as("a snapshot stays as it is").isEqualTo(seen);
        }
      }
    }

    private void change(int change) {
      long time = 1 + random.nextInt(900);
      switch (change) {
        case 0, 1, 2, 3, 4 -> write(time);
        case 5 ->
            azulejo
                .array(ARRAY)
                .delete(
                    DeleteRequest.where(Condition.field("v").greaterThan(random.nextInt(1000))),
                    ChangeOptions.DEFAULT.at(time));
        case 6 ->
            azulejo
                .array(ARRAY)
                .metadata()
                .change(
                    MetadataChange.builder()
                        .put("key" + random.nextInt(3), MetadataValue.ofString("at " + time))
                        .build(),
                    ChangeOptions.DEFAULT.at(time));
        case 7 -> evolve();
        case 8, 9 -> consolidate(MaintenanceMode.FRAGMENTS);
        case 10 -> consolidate(MaintenanceMode.FRAGMENT_METADATA);
        case 11 -> consolidate(MaintenanceMode.COMMITS);
        case 12 -> consolidate(MaintenanceMode.ARRAY_METADATA);
        case 13, 14 ->
            azulejo
                .maintenance(ARRAY)
                .vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.values()[random.nextInt(4)]));
        default -> azulejo.array(ARRAY).deleteFragments(TimeRange.between(time, time + 100));
      }
    }

    private void consolidate(MaintenanceMode mode) {
      azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
    }

    private void evolve() {
      SchemaEvolution.Builder evolution = SchemaEvolution.builder();
      if (attributes > 0 && random.nextBoolean()) {
        evolution.dropAttribute("a" + attributes--);
      } else {
        evolution.addAttribute(Attribute.of("a" + ++attributes, Datatype.INT32));
      }
      azulejo.array(ARRAY).evolve(evolution.build());
    }

    private void write(long time) {
      int rows = 1 + random.nextInt(20);
      int from = random.nextInt(CELLS - rows);
      ByteBuffer x = ByteBuffer.allocate(8 * rows).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer v = ByteBuffer.allocate(8 * rows).order(ByteOrder.LITTLE_ENDIAN);
      byte[] c = new byte[rows];
      for (int row = 0; row < rows; row++) {
        x.putLong(from + row);
        v.putLong(random.nextInt(1000));
        c[row] = (byte) random.nextInt(2);
      }
      List<Column> columns = new ArrayList<>();
      if (kind != Kind.DENSE) {
        columns.add(new FixedColumn("x", Datatype.INT64, 1, rows, x.array(), null));
      }
      columns.add(new FixedColumn("v", Datatype.INT64, 1, rows, v.array(), null));
      columns.add(new FixedColumn("c", Datatype.UINT8, 1, rows, c, null));
      for (int a = 1; a <= attributes; a++) {
        columns.add(new FixedColumn("a" + a, Datatype.INT32, 1, rows, new byte[4 * rows], null));
      }
      WriteRequest request =
          kind == Kind.DENSE
              ? WriteRequest.DEFAULT.subarray(Subarray.of("x", from, from + rows - 1))
              : WriteRequest.DEFAULT;
      TestArrays.write(
          azulejo.array(ARRAY), request, ChangeOptions.DEFAULT.at(time), Batch.of(rows, columns));
    }

    @Override
    public void close() {
      azulejo.close();
    }
  }

  /** All that an array shows, as text. */
  private static List<String> describe(Array array) {
    return describe(array, true);
  }

  private static List<String> describe(Array array, boolean history) {
    List<String> all = new ArrayList<>();
    all.add(array.schema().toString() + array.schema().attributes());
    array.fragments().forEach(fragment -> all.add(fragment.toString()));
    all.add(array.nonEmptyDomain().toString());
    all.add(array.metadata().toString());
    all.add(array.enumeration("colors").toString());
    if (history) {
      array.history().stream().map(HistoryEntry::name).forEach(all::add);
    }
    ReadRequest rows = ReadRequest.ALL.layout(Layout.ROW_MAJOR);
    try (BatchReader in = array.read(rows).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (Column column : batch.columns()) {
          for (int row = 0; row < column.rows(); row++) {
            all.add(column.name() + " " + column.getLong(row));
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void saysThatTheArrayIsGone(Kind kind) {
    try (Sequence sequence = new Sequence(kind, SEED)) {
      Array array = sequence.open.get(0);
      sequence.azulejo.catalog().remove(ARRAY);

      assertThatThrownBy(array::refresh)
          .isInstanceOf(NotFoundException.class)
          // The seal went as well, and every answer is compared with it.
          .hasMessageContaining(kind == Kind.SEALED ? "seal" : "no array found at " + ARRAY);
    }
  }
}
