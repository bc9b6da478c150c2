package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileFile;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Every tile of a corpus is decoded and encoded again: to the same bytes where its filters and its
 * writer leave no choice, else to bytes that are decoded to the same values.
 */
class TileReencodingTest {
  /** Since then all releases have cut chunks and taken differences as the current one does. */
  private static final int FIRST_EXACT_VERSION = 23;

  private static final int MOST_TILES_OF_A_FILE = 20;

  private final Storage storage = Storage.local();
  private final Scratch scratch = new Scratch();
  private int exact;
  private int decoded;
  private int refused;

  @Test
  void everyTileIsEncodedToTheBytesItCameFrom() {
    CorpusFolder corpus = CorpusFolder.find();
    Map<Path, Expectation> arrays = new LinkedHashMap<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      // Some arrays are damaged on purpose: there a read fails.
      boolean whole = expectation.reads().stream().noneMatch(Expectation.Read::fails);
      if (!expectation.group() && !expectation.openingFails() && whole) {
        arrays.putIfAbsent(expectation.location(), expectation);
      }
    }
    try (Tasks tasks = new Tasks(1, 1)) {
      arrays.forEach((path, expectation) -> array(path, expectation, tasks));
    }
    System.out.printf(
        "tiles: %d exact, %d decoded to the same values, %d refused by a filter%n",
        exact, decoded, refused);
    assertThat(exact).isPositive();
    assertThat(decoded).isPositive();
    assertThat(refused).isLessThan((exact + decoded) / 20);
  }

  private void array(Path path, Expectation expectation, Tasks tasks) {
    Optional<EncryptionKey> key = expectation.key();
    Snapshot snapshot =
        Snapshot.open(storage, Location.of(path.toString()), TimeRange.ALL, key, tasks);
    ArraySchema schema = snapshot.schema().schema();
    List<String> fields = new ArrayList<>();
    schema.attributes().stream().map(Attribute::name).forEach(fields::add);
    schema.dimensions().stream().map(Dimension::name).forEach(fields::add);
    fields.add(FieldStorage.TIMESTAMPS);
    for (Fragment fragment : snapshot.fragments()) {
      for (String field : fields) {
        try {
          fragment.field(field).ifPresent(f -> field(fragment, f, key));
        } catch (CorruptDataException e) {
          throw e.at(fragment.folder().resolve(field).toString());
        }
      }
    }
  }

  private void field(Fragment fragment, FieldStorage field, Optional<EncryptionKey> key) {
    int tiles = Math.min(fragment.tiles(), MOST_TILES_OF_A_FILE);
    TileFile file = fragment.tiles(field);
    TileFile varFile = field.isVar() ? fragment.varTiles(field) : null;
    boolean separate = field.varSpec().map(spec -> !spec.offsetsInData()).orElse(true);
    for (int tile = 0; tile < tiles; tile++) {
      byte[] values = separate ? fixed(fragment, field.spec(), key, read(file, tile)) : null;
      if (varFile != null) {
        int cells = fragment.dense() ? -1 : fragment.cells(tile);
        var(fragment, field.varSpec().orElseThrow(), key, read(varFile, tile), values, cells);
      }
      if (field.nullable()) {
        Slice validity = read(fragment.validityTiles(field), tile);
        fixed(fragment, field.validitySpec().orElseThrow(), key, validity);
      }
    }
  }

  private Slice read(TileFile file, int tile) {
    byte[] bytes = new byte[Math.toIntExact(file.length(tile))];
    try (InputFile in = storage.open(file.location())) {
      in.read(file.offset(tile), bytes, 0, bytes.length);
    }
    return Slice.of(bytes);
  }

  private byte[] fixed(
      Fragment fragment, TileSpec spec, Optional<EncryptionKey> key, Slice filtered) {
    TileCodec codec = TileCodec.of(spec, key);
    byte[] values = decode(codec, filtered);
    try {
      check(fragment, codec, key, filtered, codec.encode(Slice.of(values), scratch));
    } catch (InvalidRequestException e) {
      refused++;
    }
    return values;
  }

  private void var(
      Fragment fragment,
      TileSpec spec,
      Optional<EncryptionKey> key,
      Slice filtered,
      byte[] offsetBytes,
      int cells) {
    TileCodec codec = TileCodec.of(spec, key);
    byte[] values;
    int[] offsets;
    if (spec.offsetsInData()) {
      if (cells < 0) {
        return;
      }
      Chunks chunks = codec.chunks(filtered);
      values = new byte[(int) chunks.start(chunks.count())];
      offsets = codec.decodeStrings(chunks, values, 0, cells, scratch);
    } else {
      values = decode(codec, filtered);
      offsets = new int[offsetBytes.length / Long.BYTES + 1];
      for (int i = 0; i < offsets.length - 1; i++) {
        offsets[i] = (int) Slice.of(offsetBytes).getLong(i * Long.BYTES);
      }
      offsets[offsets.length - 1] = values.length;
    }
    Slice encoded = codec.encodeVar(Slice.of(values), offsets, offsets.length - 1, scratch);
    if (spec.offsetsInData()) {
      byte[] again = new byte[values.length];
      assertThat(codec.decodeStrings(codec.chunks(encoded), again, 0, cells, scratch))
          .isEqualTo(offsets);
      assertThat(again).isEqualTo(values);
    }
    check(fragment, codec, key, filtered, encoded);
  }

  private byte[] decode(TileCodec codec, Slice filtered) {
    Chunks chunks = codec.chunks(filtered);
    byte[] values = new byte[(int) chunks.start(chunks.count())];
    codec.decode(chunks, values, 0, scratch);
    return values;
  }

  private void check(
      Fragment fragment,
      TileCodec codec,
      Optional<EncryptionKey> key,
      Slice original,
      Slice encoded) {
    boolean current = fragment.version().toString().equals("" + FIRST_EXACT_VERSION);
    boolean oneWay = codec.spec().pipeline().filters().stream().allMatch(this::leavesNoChoice);
    if (current && oneWay && key.isEmpty()) {
      assertThat(encoded.toBytes())
          .as("%s in %s", codec.spec(), fragment.folder())
          .isEqualTo(original.toBytes());
      exact++;
    } else if (!codec.spec().offsetsInData() && isExact(codec)) {
      assertThat(decode(codec, encoded))
          .as("%s in %s", codec.spec(), fragment.folder())
          .isEqualTo(decode(codec, original));
      decoded++;
    }
  }

  private boolean isExact(TileCodec codec) {
    return codec.spec().pipeline().filters().stream()
        .noneMatch(f -> f.type() == Filter.Type.WEBP && !f.isLossless());
  }

  /** General compressors depend on their library; bit widths have fields without a meaning. */
  private boolean leavesNoChoice(Filter filter) {
    return !(filter.type() == Filter.Type.GZIP
        || filter.type() == Filter.Type.ZSTD
        || filter.type() == Filter.Type.LZ4
        || filter.type() == Filter.Type.BZIP2
        || filter.type() == Filter.Type.WEBP
        || filter.type() == Filter.Type.BIT_WIDTH_REDUCTION);
  }
}
