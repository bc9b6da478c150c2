package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tiles of a fragment that is there, to be written once more as they are. */
public final class StoredSource implements TileSource {
  private final Storage storage;
  private final ArraySchema schema;
  private final Fragment fragment;
  private final List<FieldStorage> fields;
  private final Optional<EncryptionKey> key;
  private final TileGrid grid;

  public StoredSource(
      Storage storage,
      ArraySchema schema,
      Fragment fragment,
      List<FieldStorage> fields,
      Optional<EncryptionKey> key) {
    this.storage = storage;
    this.schema = schema;
    this.fragment = fragment;
    this.fields = fields;
    this.key = key;
    this.grid = fragment.dense() ? TileGrid.of(schema) : null;
  }

  @Override
  public int tiles() {
    return fragment.tiles();
  }

  @Override
  public int cells(int tile) {
    return fragment.dense() ? grid.cellsPerTile() : fragment.cells(tile);
  }

  @Override
  public long bytes(int tile) {
    return 1 << 20;
  }

  @Override
  public CellRuns written(int tile) {
    if (!fragment.dense()) {
      return CellRuns.all(fragment.cells(tile));
    }
    int fastest = schema.cellOrder() == Layout.COL_MAJOR ? 0 : grid.dimensions() - 1;
    int row = grid.extent(fastest);
    List<Integer> starts = new ArrayList<>();
    int length = 0;
    for (int first = 0; first < grid.cellsPerTile(); first += row) {
      int start = -1;
      int end = -1;
      for (int cell = first; cell < first + row; cell++) {
        if (isWritten(tile, cell)) {
          start = start < 0 ? cell : start;
          end = cell + 1;
        }
      }
      if (start >= 0) {
        starts.add(start);
        length = end - start;
      }
    }
    return new CellRuns(starts.stream().mapToInt(i -> i).toArray(), length);
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

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    FieldStorage stored = fields.get(field);
    int cells = cells(tile);
    try (Scratch scratch = new Scratch()) {
      byte[] validity =
          stored.nullable()
              ? decode(
                  stored.validitySpec().orElseThrow(),
                  read(fragment.validityTiles(stored), tile),
                  scratch)
              : null;
      if (!stored.isVar()) {
        byte[] values = decode(stored.spec(), read(fragment.tiles(stored), tile), scratch);
        return FieldCells.fixed(cells, values, 0, values.length, validity);
      }
      TileSpec spec = stored.varSpec().orElseThrow();
      Slice filtered = read(fragment.varTiles(stored), tile);
      if (spec.offsetsInData()) {
        TileCodec codec = TileCodec.of(spec, key);
        Chunks chunks = codec.chunks(filtered);
        byte[] values = new byte[(int) chunks.start(chunks.count())];
        int[] offsets = codec.decodeStrings(chunks, values, 0, cells, scratch);
        return new FieldCells(cells, values, 0, values.length, offsets, validity);
      }
      byte[] values = decode(spec, filtered, scratch);
      Slice starts = Slice.of(decode(stored.spec(), read(fragment.tiles(stored), tile), scratch));
      int[] offsets = new int[cells + 1];
      for (int i = 0; i < cells; i++) {
        offsets[i] = (int) starts.getLong(i * Long.BYTES);
      }
      offsets[cells] = values.length;
      return new FieldCells(cells, values, 0, values.length, offsets, validity);
    }
  }

  private Slice read(TileFile file, int tile) {
    byte[] bytes = new byte[Math.toIntExact(file.length(tile))];
    try (InputFile in = storage.open(file.location())) {
      in.read(file.offset(tile), bytes, 0, bytes.length);
    }
    return Slice.of(bytes);
  }

  private byte[] decode(TileSpec spec, Slice filtered, Scratch scratch) {
    TileCodec codec = TileCodec.of(spec, key);
    Chunks chunks = codec.chunks(filtered);
    byte[] values = new byte[(int) chunks.start(chunks.count())];
    codec.decode(chunks, values, 0, scratch);
    return values;
  }
}
