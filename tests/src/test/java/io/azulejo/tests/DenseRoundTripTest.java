package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cells of all dense arrays of the corpus, written by us and read back. */
class DenseRoundTripTest {
  private static final long MOST_CELLS = 100_000;
  private static final Location COPY = Location.of("mem://copy");

  /** A dense array of the corpus with cells that can be written as they are. */
  private record Source(Expectation expectation, Array array, NDRange box) {
    OpenOptions open() {
      return expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    }
  }

  private static List<Source> sources(Azulejo azulejo, Path moved) throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    List<Source> sources = new ArrayList<>();
    int number = 0;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group() || expectation.openingFails()) {
        continue;
      }
      Path folder = expectation.location();
      if (moved != null) {
        folder = moved.resolve(Integer.toString(number++));
        copy(expectation.location(), folder);
      }
      OpenOptions options =
          expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      try {
        Array array = azulejo.open(Location.of(folder), options);
        Optional<NDRange> box = array.nonEmptyDomain();
        if (array.schema().isDense()
            && box.isPresent()
            && cells(box.get()) <= MOST_CELLS
            && array.schema().attributes().stream().noneMatch(DenseRoundTripTest::isLossy)) {
          sources.add(new Source(expectation, array, box.get()));
        }
      } catch (AzulejoException e) {
        assertThat(expectation.location().toString()).contains("made-schema");
      }
    }
    return sources;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
  }

  private static boolean isLossy(Attribute attribute) {
    return attribute.filters().filters().stream()
        .anyMatch(f -> f.type() == Filter.Type.WEBP && !f.isLossless());
  }

  private static double cells(NDRange box) {
    double cells = 1;
    for (Range range : box.ranges()) {
      Range.Longs longs = (Range.Longs) range;
      cells *= (double) (longs.high() - longs.low() + 1);
    }
    return cells;
  }

  private static ArraySchema alike(ArraySchema schema) {
    ArraySchema.Builder builder =
        ArraySchema.dense()
            .tileOrder(schema.tileOrder())
            .cellOrder(schema.cellOrder())
            .offsetsFilters(schema.offsetsFilters())
            .validityFilters(schema.validityFilters())
            .coordsFilters(schema.coordsFilters())
            .currentDomain(schema.currentDomain().orElse(null));
    schema.dimensions().forEach(builder::dimension);
    schema.attributes().forEach(a -> builder.attribute(a.toBuilder().enumeration(null).build()));
    return builder.buildAsStored();
  }

  private static Subarray subarray(ArraySchema schema, NDRange box) {
    return Subarray.of(schema.dimensions(), box);
  }

  private static ReadRequest request(ArraySchema schema, NDRange box, Layout layout) {
    return ReadRequest.ALL
        .select(schema.attributes().stream().map(Attribute::name).toArray(String[]::new))
        .subarray(subarray(schema, box))
        .layout(layout);
  }

  private static void write(Azulejo azulejo, Source source, NDRange box, Layout layout, long time) {
    ArraySchema schema = source.array.schema();
    WriteRequest request = WriteRequest.DEFAULT.layout(layout).subarray(subarray(schema, box));
    try (BatchReader in = source.array.read(request(schema, box, layout)).batches();
        ArrayWriter out = azulejo.array(COPY).writer(request, ChangeOptions.DEFAULT.at(time))) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        out.append(batch);
      }
      out.commit();
    }
  }

  private static String digest(Array array, NDRange box) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    long rows = 0;
    try (BatchReader in = array.read(request(array.schema(), box, Layout.ROW_MAJOR)).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        rows += batch.rows();
        for (int row = 0; row < batch.rows(); row++) {
          digest(digest, batch, row);
        }
      }
    }
    return rows + " cells " + HexFormat.of().formatHex(digest.digest());
  }

  private static void digest(MessageDigest digest, Batch batch, int row) {
    for (Column column : batch.columns()) {
      byte[] bytes = column.isNull(row) ? new byte[0] : column.getBytes(row);
      digest.update((byte) (column.isNull(row) ? 1 : 0));
      digest.update((byte) bytes.length);
      digest.update(bytes);
    }
  }

  /** The largest part of a box that is of whole tiles. */
  private static Optional<NDRange> wholeTiles(ArraySchema schema, NDRange box) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < box.size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
      Range.Longs range = (Range.Longs) box.get(d);
      long extent = dimension.extent().isPresent() ? dimension.tileLength() : 0;
      if (extent == 0) {
        return Optional.empty();
      }
      long before = range.low() - domain.low();
      long first = Long.divideUnsigned(before + extent - 1, extent);
      long end = Long.divideUnsigned(range.high() - domain.low() + 1, extent);
      if (end <= first) {
        return Optional.empty();
      }
      ranges.add(Range.of(domain.low() + first * extent, domain.low() + end * extent - 1));
    }
    return Optional.of(new NDRange(ranges));
  }

  @Test
  void everyDenseArrayIsWrittenAnewInEveryLayout() throws Exception {
    int arrays = 0;
    int global = 0;
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
      for (Source source : sources(azulejo, null)) {
        arrays++;
        String wanted = digest(source.array, source.box);
        for (Layout layout : List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR)) {
          assertThat(rewritten(source, layout, false))
              .as("%s %s", source.expectation.name(), layout)
              .isEqualTo(wanted);
        }
        assertThat(rewritten(source, Layout.ROW_MAJOR, true))
            .as("%s in two fragments", source.expectation.name())
            .isEqualTo(wanted);
        global += wholeTiles(source.array.schema(), source.box).isPresent() ? 1 : 0;
      }
    }
    assertThat(arrays).isGreaterThan(30);
    assertThat(global).isGreaterThan(10);
  }

  /** Writes a copy whole, after a part of it in global order where there are whole tiles. */
  private static String rewritten(Source source, Layout layout, boolean twice)
      throws NoSuchAlgorithmException {
    Azulejo.Builder engine = Azulejo.builder().storage("mem", Storage.inMemory());
    source.expectation.key().ifPresent(key -> engine.key(COPY, key));
    try (Azulejo azulejo = engine.build()) {
      ArraySchema schema = alike(source.array.schema());
      azulejo.create(COPY, schema, CreateOptions.DEFAULT.at(1));
      write(azulejo, source, source.box, layout, 2);
      if (twice) {
        Range.Longs first = (Range.Longs) source.box.get(0);
        long middle = first.low() + Long.divideUnsigned(first.high() - first.low(), 2);
        List<Range> half = new ArrayList<>(source.box.ranges());
        half.set(0, Range.of(first.low(), middle));
        write(azulejo, source, new NDRange(half), Layout.COL_MAJOR, 3);
        wholeTiles(schema, source.box)
            .ifPresent(tiles -> write(azulejo, source, tiles, Layout.GLOBAL_ORDER, 4));
      }
      Array copy = azulejo.open(COPY, source.open().at(TimeRange.until(10)));
      assertThat(copy.nonEmptyDomain()).contains(source.box);
      return digest(copy, source.box);
    }
  }

  @Test
  void oldArraysGetFragmentsOfTheirOwnVersion(@TempDir Path folder) throws Exception {
    TreeSet<Integer> versions = new TreeSet<>();
    try (Azulejo azulejo = Azulejo.builder().durable(false).build()) {
      for (Source source : sources(azulejo, folder)) {
        String name = source.expectation.name();
        Array array = source.array;
        long time = 1 + array.times().end();
        String wanted = digest(array, source.box);
        WriteRequest request = WriteRequest.DEFAULT.subarray(subarray(array.schema(), source.box));
        try (BatchReader in =
                array.read(request(array.schema(), source.box, Layout.ROW_MAJOR)).batches();
            ArrayWriter out =
                source
                    .expectation
                    .keyed(azulejo, array.location())
                    .array(array.location())
                    .writer(request, ChangeOptions.DEFAULT.at(time))) {
          for (Batch batch = in.next(); batch != null; batch = in.next()) {
            out.append(batch);
          }
          out.commit();
        }
        Array after =
            azulejo.open(array.location(), source.open().at(TimeRange.between(time, time)));
        List<FragmentInfo> fragments = after.fragments();
        assertThat(fragments).as(name).hasSize(1);
        int version = array.formatVersion();
        versions.add(version);
        assertThat(fragments.get(0).formatVersion()).as(name).isEqualTo(version < 7 ? 22 : version);
        assertThat(after.nonEmptyDomain()).as(name).contains(source.box);
        assertThat(digest(after, source.box)).as(name).isEqualTo(wanted);
      }
    }
    assertThat(versions).contains(1, 5, 9, 12, 18, 22, 23);
  }
}
