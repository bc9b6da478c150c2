package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.CorruptDataException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A merge refuses fragments with damage that a read of unchecked tiles cannot see. */
class DamagedMergesTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int CELLS = 8;

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  /** How the cells of two fragments lie. */
  private enum Shape {
    DENSE_APART,
    DENSE_OVERLAPPING,
    SPARSE_APART,
    SPARSE_INTERLEAVED
  }

  private void create(Shape shape) {
    boolean dense = shape == Shape.DENSE_APART || shape == Shape.DENSE_OVERLAPPING;
    Dimension k =
        Dimension.builder("k", Datatype.INT64).domain(Range.of(0, 63)).extent(CELLS).build();
    azulejo.create(
        ARRAY,
        (dense ? ArraySchema.dense() : ArraySchema.sparse())
            .dimension(k)
            .attribute(Attribute.of("v", Datatype.INT64))
            .build());
    for (int f = 0; f < 2; f++) {
      long first =
          switch (shape) {
            case DENSE_APART, SPARSE_APART -> (long) CELLS * f;
            case DENSE_OVERLAPPING -> f * (CELLS / 2);
            case SPARSE_INTERLEAVED -> f;
          };
      write(dense, first, shape == Shape.SPARSE_INTERLEAVED ? 2 : 1, f + 1);
    }
  }

  private void write(boolean dense, long first, int step, int time) {
    long[] keys = new long[CELLS];
    long[] values = new long[CELLS];
    for (int i = 0; i < CELLS; i++) {
      keys[i] = first + (long) step * i;
      values[i] = 100L * time + i;
    }
    Column v = Column.of("v", Datatype.INT64, values);
    WriteRequest request =
        dense
            ? WriteRequest.DEFAULT.subarray(Subarray.of("k", Range.of(first, first + CELLS - 1)))
            : WriteRequest.DEFAULT;
    TestArrays.write(
        azulejo.array(ARRAY),
        request,
        ChangeOptions.DEFAULT.at(time),
        dense ? Batch.of(v) : Batch.of(Column.of("k", Datatype.INT64, keys), v));
  }

  private Map<Location, List<Byte>> files() {
    Map<Location, List<Byte>> files = new HashMap<>();
    for (Location file : StoredFiles.below(storage, ARRAY)) {
      List<Byte> bytes = new ArrayList<>();
      for (byte b : StoredFiles.content(storage, file)) {
        bytes.add(b);
      }
      files.put(file, bytes);
    }
    return files;
  }

  /** The file of that name in the first fragment. */
  private Location file(String name) {
    return file(1, name);
  }

  /** The file of that name in the fragment of that time. */
  private Location file(int time, String name) {
    String folder = "/__%d_%d_".formatted(time, time);
    return StoredFiles.below(storage, ARRAY).stream()
        .filter(file -> file.path().contains(folder) && file.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void replace(Location file, byte[] bytes) {
    storage.delete(file);
    storage.createExclusive(file, bytes);
  }

  private void refuses(MaintenanceMode mode, Location file, String problem) {
    Map<Location, List<Byte>> before = files();
    assertThatThrownBy(
            () ->
                azulejo
                    .maintenance(ARRAY)
                    .consolidate(ConsolidationRequest.DEFAULT.mode(mode).amplification(9)))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(problem);
    assertThat(files()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aValueThatContradictsTheStatisticsOfItsTileIsNotMerged(Shape shape) {
    create(shape);
    Location values = file("a0.tdb");
    byte[] bytes = StoredFiles.content(storage, values);
    bytes[bytes.length - 6] ^= 4; // in the last value
    replace(values, bytes);

    refuses(MaintenanceMode.FRAGMENTS, values, "tile 0: the maximum is 107");
  }

  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"SPARSE_APART", "SPARSE_INTERLEAVED"})
  void aCoordinateOutsideTheBoxOfItsTileIsNotMerged(Shape shape) {
    create(shape);
    Location coordinates = file("d0.tdb");
    byte[] bytes = StoredFiles.content(storage, coordinates);
    bytes[bytes.length - 8] += 16; // the last coordinate
    replace(coordinates, bytes);

    refuses(MaintenanceMode.FRAGMENTS, coordinates, "tile 0: the maximum is ");
  }

  @Test
  void theFooterOfAFragmentWhoseFilesAreShorterIsNotGathered() {
    create(Shape.SPARSE_APART);
    Location values = file("a0.tdb");
    byte[] bytes = StoredFiles.content(storage, values);
    replace(values, Arrays.copyOf(bytes, bytes.length - 1));

    refuses(MaintenanceMode.FRAGMENT_METADATA, values, "the footer says " + bytes.length);
  }

  @Test
  void hiddenTilesOfAFragmentWithTheMetadataOfAnotherAreNotMerged() {
    create(Shape.DENSE_APART);
    Location metadata = file("__fragment_metadata.tdb");
    replace(metadata, StoredFiles.content(storage, file(2, metadata.name())));

    refuses(MaintenanceMode.FRAGMENTS, file("a0.tdb"), "the minimum is 200 in the statistics");
  }

  @Test
  void footersOfFragmentsWithTheSameMetadataAreNotGathered() {
    create(Shape.SPARSE_APART);
    Location metadata = file("__fragment_metadata.tdb");
    replace(metadata, StoredFiles.content(storage, file(2, metadata.name())));
    Map<Location, List<Byte>> before = files();

    azulejo
        .maintenance(ARRAY)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));

    assertThat(files()).isEqualTo(before);
  }
}
