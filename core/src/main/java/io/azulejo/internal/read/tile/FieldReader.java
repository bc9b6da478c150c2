package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.StringCodes;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.ArrayPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileCheck;
import io.azulejo.internal.snapshot.fragment.TileFile;
import io.azulejo.schema.EncryptionKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Decodes the tiles of one field in one fragment. It prepares the codecs and the tile metadata
 * once. The caller fetches the bytes of the tiles; see {@link ReadScope#fetch}.
 */
public final class FieldReader {
  /** The stored form of a tile without chunks: a chunk count of 0. */
  private static final Slice NO_CHUNKS = Slice.of(new byte[Long.BYTES]);

  private final Fragment fragment;
  private final FieldStorage storage;
  private final TileCodec codec;
  private final TileCodec varCodec;
  private final TileCodec validityCodec;
  private final TileFile tiles;
  private final TileFile varTiles;
  private final TileFile validityTiles;
  private final long[] varSizes;

  /** The check of decoded tiles, or null if there is none. */
  private final TileCheck check;

  public FieldReader(Fragment fragment, FieldStorage storage, Optional<EncryptionKey> key) {
    this.fragment = fragment;
    this.storage = storage;
    codec = TileCodec.of(storage.spec(), key);
    varCodec = storage.varSpec().map(spec -> TileCodec.of(spec, key)).orElse(null);
    validityCodec = storage.validitySpec().map(spec -> TileCodec.of(spec, key)).orElse(null);
    tiles = fragment.tiles(storage);
    varTiles = storage.isVar() ? fragment.varTiles(storage) : null;
    varSizes = storage.isVar() ? fragment.varSizes(storage) : null;
    validityTiles = storage.nullable() ? fragment.validityTiles(storage) : null;
    check = fragment.check().orElse(null);
  }

  /** Returns how the fragment stores the field. */
  public FieldStorage storage() {
    return storage;
  }

  /** Returns the codec of fixed-size cells, or of the offsets of variable-size cells. */
  public TileCodec codec() {
    return codec;
  }

  /** Returns the codec of the validity bytes, or null if the field is not nullable. */
  public TileCodec validityCodec() {
    return validityCodec;
  }

  /**
   * Returns the unfiltered size of a tile's variable-size values in bytes; 0 for fixed-size cells.
   */
  public long varSize(int tile) {
    return varSizes == null ? 0 : varSizes[tile];
  }

  /** Returns the decoded size of a tile in bytes. */
  public long decodedBytes(int tile, int cells) {
    long fixed =
        storage.isVar()
            ? Integer.BYTES * (cells + 1L) + varSizes[tile]
            : (long) cells * codec.spec().cellSize();
    return fixed + (storage.nullable() ? cells : 0);
  }

  /** Returns the stored size of a tile in bytes. */
  public long storedBytes(int tile) {
    return tiles.length(tile)
        + (varTiles == null ? 0 : varTiles.length(tile))
        + (validityTiles == null ? 0 : validityTiles.length(tile));
  }

  /** Returns the parts of a tile, to be fetched in full. */
  public TileParts parts(int tile) {
    boolean offsetsOnDisk = varCodec == null || !varCodec.spec().offsetsInData();
    return new TileParts(
        offsetsOnDisk ? part(tiles, tile) : null,
        varTiles == null ? null : part(varTiles, tile),
        validityTiles == null ? null : part(validityTiles, tile));
  }

  /**
   * Returns the part with a tile's fixed-size cells. If no filter changes them, the part can be
   * narrowed.
   *
   * @param cells the number of cells in the tile
   */
  public TilePart cells(int tile, int cells) {
    return plain(tiles, tile, codec, (long) cells * codec.spec().cellSize());
  }

  /**
   * Returns the part with a tile's validity bytes, or null if the field is not nullable. If no
   * filter changes them, the part can be narrowed.
   */
  public TilePart validity(int tile, int cells) {
    return validityTiles == null ? null : plain(validityTiles, tile, validityCodec, cells);
  }

  private static TilePart plain(TileFile file, int tile, TileCodec codec, long size) {
    long length = file.length(tile);
    return new TilePart(
        file.location(), file.offset(tile), length, codec.plainChunks(length, size));
  }

  /**
   * Checks that each stored part of a tile has the size that the fragment metadata states. The
   * check compares the length of the file and the unfiltered sizes of the chunks, without decoding
   * them.
   *
   * @throws CorruptDataException if a size differs
   */
  public void checkSizes(int tile, int cells, ReadScope scope) {
    TileParts parts = parts(tile);
    long fixedSize = storage.isVar() ? Long.BYTES : codec.spec().cellSize();
    checkSize(parts.fixed(), codec, fixedSize * cells, scope);
    checkSize(parts.var(), varCodec, varSize(tile), scope);
    checkSize(parts.validity(), validityCodec, cells, scope);
  }

  private static void checkSize(TilePart part, TileCodec codec, long size, ReadScope scope) {
    if (part == null) {
      return;
    }
    scope.requireStored(part);
    // Parts that fit in memory are fetched to check their chunks. Other parts are certainly large.
    if (part.length() <= Math.max(scope.budget(), MemoryBudget.ALWAYS)) {
      scope.fetch(List.of(part));
      part.located(() -> part.chunks(codec, size));
      part.release();
    }
  }

  /** Returns the stored form of a tile from its fetched parts. */
  public StoredTile stored(int tile, TileParts parts) {
    return new StoredTile(
        fragment,
        storage,
        tile,
        parts.fixed() == null ? NO_CHUNKS : parts.fixed().bytes(),
        parts.var() == null ? null : parts.var().bytes(),
        varSize(tile),
        parts.validity() == null ? null : parts.validity().bytes());
  }

  /** Decodes a tile from its fetched parts. */
  public CellColumn decode(int tile, int cells, TileParts parts, Scratch scratch) {
    return decode(tile, cells, parts, scratch, ArrayPool.NONE);
  }

  /**
   * Decodes a tile from its fetched parts.
   *
   * @param arrays provides the column's arrays, which may be longer than needed
   */
  public CellColumn decode(
      int tile, int cells, TileParts parts, Scratch scratch, ArrayPool arrays) {
    CellColumn column = decodeUnchecked(tile, cells, parts, scratch, arrays);
    check(tile, cells, column);
    return column;
  }

  /** Runs the fragment's check of decoded tiles, if there is one. */
  void check(int tile, int cells, CellColumn column) {
    if (check != null) {
      check.decoded(
          storage, tile, cells, column.data(), column.start(), column.offsets(), column.validity());
    }
  }

  /** Returns whether decoded tiles are checked, which requires that whole tiles are decoded. */
  public boolean isChecked() {
    return check != null;
  }

  private CellColumn decodeUnchecked(
      int tile, int cells, TileParts parts, Scratch scratch, ArrayPool arrays) {
    byte[] validity = null;
    if (validityCodec != null) {
      validity = decode(validityCodec, parts.validity(), cells, scratch, arrays);
    }
    if (varCodec == null) {
      long bytes = (long) cells * codec.spec().cellSize();
      return CellColumn.fixed(decode(codec, parts.fixed(), bytes, scratch, arrays), validity);
    }
    if (varCodec.spec().offsetsInData()) {
      return decodeStrings(tile, cells, parts.var(), validity, scratch, arrays);
    }
    byte[] stored = decode(codec, parts.fixed(), (long) cells * Long.BYTES, scratch);
    byte[] data = decode(varCodec, parts.var(), varSizes[tile], scratch, arrays);
    int[] offsets = arrays.ints(cells + 1);
    int size = (int) varSizes[tile];
    int valueSize = varCodec.spec().type().size();
    parts.fixed().located(() -> takeOffsets(Slice.of(stored), cells, size, valueSize, offsets));
    return new CellColumn(data, 0, offsets, validity);
  }

  /**
   * Decodes some cells of a tile. Only the chunks that contain these cells are decoded.
   *
   * @param rows the cells in ascending order, without repetition; null for all
   */
  public CellColumn decode(
      int tile, int cells, int[] rows, TileParts parts, ScratchPool.TaskBuffers buffers) {
    if (rows == null) {
      return decode(tile, cells, parts, buffers.scratch());
    }
    CellColumn column = isChecked() ? null : decodeRows(tile, cells, rows, parts, buffers);
    return column == null
        ? decode(tile, cells, parts, buffers.scratch()).take(rows, codec.spec().cellSize())
        : column;
  }

  /** Decodes some cells chunk by chunk. Returns null if the tile must be decoded as a whole. */
  private CellColumn decodeRows(
      int tile, int cells, int[] rows, TileParts parts, ScratchPool.TaskBuffers buffers) {
    RowDecoder decoder = new RowDecoder(codec, varCodec, validityCodec, cells, rows, buffers);
    if (varCodec == null || !varCodec.spec().offsetsInData()) {
      return decoder.decode(parts, varSize(tile));
    }
    if (!varCodec.givesRuns()) {
      return null;
    }
    CellColumn texts = decodeRuns(tile, cells, parts, buffers.scratch()).rows(rows);
    return new CellColumn(texts.data(), 0, texts.offsets(), decoder.validity(parts));
  }

  /** Returns whether cells are strings that {@link #decodeRuns} can decode. */
  public boolean givesRuns() {
    return !isChecked() && varCodec != null && varCodec.givesRuns();
  }

  /** Decodes the strings of a tile as runs of equal strings. Validity is not decoded. */
  public TextRuns decodeRuns(int tile, int cells, TileParts parts, Scratch scratch) {
    TilePart part = parts.var();
    part.checkSize(Integer.BYTES * (cells + 1L));
    int size = part.checkSize(varSizes[tile]);
    return part.located(
        () -> {
          Chunks chunks = part.chunks(varCodec, size);
          return TextRuns.of(varCodec.decodeRuns(chunks, cells, scratch));
        });
  }

  /** Returns the size of the codes that {@link #decodeCoded} adds to a tile, in bytes. */
  public long codeBytes(int cells) {
    return givesRuns() ? (long) Integer.BYTES * cells : 0;
  }

  /**
   * Decodes some cells of a tile for conditions. Strings become a coded column if {@link
   * #givesRuns} and strings repeat, so that equal strings are neither copied nor tested for each
   * cell.
   *
   * @param rows the cells in ascending order, without repetition; null for all
   */
  public CellColumn decodeCoded(
      int tile, int cells, int[] rows, TileParts parts, ScratchPool.TaskBuffers buffers) {
    if (!givesRuns()) {
      return decode(tile, cells, rows, parts, buffers);
    }
    Scratch scratch = buffers.scratch();
    byte[] validity =
        validityCodec == null ? null : decode(validityCodec, parts.validity(), cells, scratch);
    TilePart part = parts.var();
    part.checkSize(Integer.BYTES * (cells + 1L));
    int size = part.checkSize(varSizes[tile]);
    StringCodes made =
        part.located(() -> varCodec.decodeCodes(part.chunks(varCodec, size), cells, scratch));
    CellColumn column = new CellColumn(made.data(), 0, made.offsets(), validity, made.codes());
    return rows == null ? column : column.take(rows, 0);
  }

  private CellColumn decodeStrings(
      int tile, int cells, TilePart part, byte[] validity, Scratch scratch, ArrayPool arrays) {
    part.checkSize(Integer.BYTES * (cells + 1L));
    int size = part.checkSize(varSizes[tile]);
    return part.located(
        () -> {
          Chunks chunks = part.chunks(varCodec, size);
          byte[] data = arrays.bytes(size);
          int[] offsets = varCodec.decodeStrings(chunks, data, 0, cells, scratch);
          return new CellColumn(data, 0, offsets, validity);
        });
  }

  /**
   * Decodes a whole tile part. Memory is allocated only after the sizes of its chunks have been
   * checked.
   */
  static byte[] decode(TileCodec codec, TilePart part, long bytes, Scratch scratch) {
    return decode(codec, part, bytes, scratch, ArrayPool.NONE);
  }

  private static byte[] decode(
      TileCodec codec, TilePart part, long bytes, Scratch scratch, ArrayPool arrays) {
    int size = part.checkSize(bytes);
    return part.located(
        () -> {
          Chunks chunks = part.chunks(codec, size);
          byte[] target = arrays.bytes(size);
          codec.decode(chunks, target, 0, scratch);
          return target;
        });
  }

  private static TilePart part(TileFile file, int tile) {
    return new TilePart(file.location(), file.offset(tile), file.length(tile));
  }

  /** Checks stored offsets and copies them to an array, followed by the size of the values. */
  private static int[] takeOffsets(
      Slice stored, int cells, int size, int valueSize, int[] offsets) {
    long last = 0;
    for (int i = 0; i < cells; i++) {
      long offset = stored.getLong(i * Long.BYTES);
      if (offset < last || offset > size || (offset & valueSize - 1) != 0) {
        throw CorruptDataException.of(
            "tile of offsets",
            "offset[" + i + "]",
            (long) i * Long.BYTES,
            ("%s is not a multiple of %d within %d..%d (from the previous offset to the"
                    + " size of the values)")
                .formatted(Long.toUnsignedString(offset), valueSize, last, size));
      }
      offsets[i] = (int) offset;
      last = offset;
    }
    offsets[cells] = size;
    if (cells > 0 && offsets[0] != 0) {
      throw CorruptDataException.of(
          "tile of offsets", "offset[0]", 0, "%d instead of 0".formatted(offsets[0]));
    }
    return offsets;
  }

  /** Returns a column of fill values for a tile whose fragment lacks the field. */
  public static CellColumn fill(OutputField field, int cells) {
    byte[] validity = null;
    if (field.nullable()) {
      validity = new byte[cells];
      Arrays.fill(validity, (byte) (field.fillValid() ? 1 : 0));
    }
    byte[] fill = field.fill();
    byte[] data = new byte[Math.multiplyExact(cells, fill.length)];
    for (int at = 0; at < data.length; at += fill.length) {
      System.arraycopy(fill, 0, data, at, fill.length);
    }
    if (!field.isVar()) {
      return CellColumn.fixed(data, validity);
    }
    int[] offsets = new int[cells + 1];
    for (int i = 0; i <= cells; i++) {
      offsets[i] = i * fill.length;
    }
    return new CellColumn(data, 0, offsets, validity);
  }
}
