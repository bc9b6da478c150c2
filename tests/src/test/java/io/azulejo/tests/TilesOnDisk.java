package io.azulejo.tests;

import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileFile;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Storage;
import java.util.Optional;
import java.util.function.Consumer;

/** The cells of a field in the tiles of a fragment, decoded one by one, slowly and simply. */
final class TilesOnDisk {
  private final Storage storage;
  private final TileGrid grid;
  private final Fragment fragment;
  private final FieldStorage field;
  private final Optional<EncryptionKey> key;
  private final Scratch scratch;
  private final TileFile tiles;
  private final TileFile varTiles;
  private final TileFile validityTiles;

  TilesOnDisk(
      Storage storage,
      ArraySchema schema,
      Fragment fragment,
      FieldStorage field,
      Optional<EncryptionKey> key,
      Scratch scratch) {
    this.storage = storage;
    this.grid = fragment.dense() ? TileGrid.of(schema) : null;
    this.fragment = fragment;
    this.field = field;
    this.key = key;
    this.scratch = scratch;
    this.tiles = fragment.tiles(field);
    this.varTiles = field.isVar() ? fragment.varTiles(field) : null;
    this.validityTiles = field.nullable() ? fragment.validityTiles(field) : null;
  }

  /** Hands over the cells of a tile that were written; an empty one for each null. */
  void forEachCell(int tile, Consumer<Optional<Slice>> action) {
    int cells = fragment.dense() ? grid.cellsPerTile() : fragment.cells(tile);
    boolean[] written = written(tile, cells);
    byte[] validity =
        field.nullable()
            ? decode(field.validitySpec().orElseThrow(), read(validityTiles, tile))
            : null;
    Slice[] values = field.isVar() ? var(tile, cells) : fixed(tile, cells);
    for (int i = 0; i < cells; i++) {
      if (written[i]) {
        action.accept(
            validity == null || validity[i] != 0 ? Optional.of(values[i]) : Optional.empty());
      }
    }
  }

  private boolean[] written(int tile, int cells) {
    boolean[] written = new boolean[cells];
    for (int i = 0; i < cells; i++) {
      written[i] = !fragment.dense() || isWritten(tile, i);
    }
    return written;
  }

  private boolean isWritten(int tile, int cell) {
    TileBox box = fragment.box();
    int rest = cell;
    for (int i = 0; i < grid.dimensions(); i++) {
      int d = grid.cellOrder() == Layout.COL_MAJOR ? i : grid.dimensions() - 1 - i;
      long at = grid.first(d, box.tile(d, tile)) + rest % grid.extent(d);
      rest /= grid.extent(d);
      if (at < box.low()[d] || at > box.high()[d]) {
        return false;
      }
    }
    return true;
  }

  private Slice[] fixed(int tile, int cells) {
    Slice all = Slice.of(decode(field.spec(), read(tiles, tile)));
    boolean zipped = field.kind() == FieldStorage.Kind.ZIPPED_DIMENSION;
    int size = zipped ? field.type().size() : field.spec().cellSize();
    int first = zipped ? field.dimension().orElseThrow() * size : 0;
    int step = size;
    if (zipped && field.interleaved()) {
      step = field.spec().cellSize();
    } else if (zipped) {
      first *= cells;
    }
    Slice[] values = new Slice[cells];
    for (int i = 0; i < cells; i++) {
      values[i] = all.slice(first + i * step, size);
    }
    return values;
  }

  private Slice[] var(int tile, int cells) {
    TileSpec spec = field.varSpec().orElseThrow();
    Slice filtered = read(varTiles, tile);
    byte[] all;
    int[] offsets = new int[cells + 1];
    if (spec.offsetsInData()) {
      TileCodec codec = TileCodec.of(spec, key);
      Chunks chunks = codec.chunks(filtered);
      all = new byte[(int) chunks.start(chunks.count())];
      offsets = codec.decodeStrings(chunks, all, 0, cells, scratch);
    } else {
      all = decode(spec, filtered);
      Slice stored = Slice.of(decode(field.spec(), read(tiles, tile)));
      for (int i = 0; i < cells; i++) {
        offsets[i] = (int) stored.getLong(i * Long.BYTES);
      }
      offsets[cells] = all.length;
    }
    Slice[] values = new Slice[cells];
    for (int i = 0; i < cells; i++) {
      values[i] = Slice.of(all, offsets[i], offsets[i + 1] - offsets[i]);
    }
    return values;
  }

  private Slice read(TileFile file, int tile) {
    byte[] bytes = new byte[Math.toIntExact(file.length(tile))];
    try (InputFile in = storage.open(file.location())) {
      in.read(file.offset(tile), bytes, 0, bytes.length);
    }
    return Slice.of(bytes);
  }

  private byte[] decode(TileSpec spec, Slice filtered) {
    TileCodec codec = TileCodec.of(spec, key);
    Chunks chunks = codec.chunks(filtered);
    byte[] values = new byte[(int) chunks.start(chunks.count())];
    codec.decode(chunks, values, 0, scratch);
    return values;
  }
}
