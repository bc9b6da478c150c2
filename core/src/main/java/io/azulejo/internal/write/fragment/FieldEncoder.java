package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import java.util.Optional;

/** Encodes and summarizes the tiles of one field of a new fragment. */
public final class FieldEncoder {

  private final String name;
  private final FieldStorage storage;
  private final FieldSummarizer summarizer;
  private final TileCodec fixed;
  private final TileCodec var;
  private final TileCodec validity;

  FieldEncoder(String name, FieldStorage storage, Optional<EncryptionKey> key) {
    this.name = name;
    this.storage = storage;
    this.summarizer =
        isDimension()
            ? FieldSummarizer.ofDimension(storage.type())
            : FieldSummarizer.ofAttribute(storage.type(), storage.cellValNum());
    boolean offsetsInData = storage.varSpec().map(spec -> spec.offsetsInData()).orElse(false);
    this.fixed = offsetsInData ? null : TileCodec.of(storage.spec(), key);
    this.var = storage.varSpec().map(spec -> TileCodec.of(spec, key)).orElse(null);
    this.validity = storage.validitySpec().map(spec -> TileCodec.of(spec, key)).orElse(null);
  }

  /** Returns the name of the field. */
  public String name() {
    return name;
  }

  /** Returns how the field is stored. */
  public FieldStorage storage() {
    return storage;
  }

  FieldSummarizer summarizer() {
    return summarizer;
  }

  /** Returns the size of a cell in bytes; for variable-size cells, the size of one value. */
  public int cellSize() {
    return storage.type().size() * Math.max(1, storage.cellValNum());
  }

  boolean isDimension() {
    return storage.kind() == FieldStorage.Kind.DIMENSION;
  }

  /** Returns an already encoded tile with the statistics of its cells. */
  EncodedField summarize(EncodedField encoded, FieldCells cells, CellRuns written) {
    return encoded.summarized(
        summarizer.of(cells, written),
        isDimension() ? summarizer.value(cells, 0) : null,
        isDimension() ? summarizer.value(cells, cells.count() - 1) : null);
  }

  /** Encodes and summarizes the cells of a tile. */
  EncodedField encode(FieldCells cells, CellRuns written, ScratchPool.TaskBuffers buffers) {
    Scratch scratch = buffers.scratch();
    FieldSummary summary = summarizer.of(cells, written);
    Slice values = Slice.of(cells.data(), cells.start(), cells.length());
    return new EncodedField(
        storage.isVar() ? offsets(cells, scratch) : fixed.encode(values, scratch),
        storage.isVar() ? var.encodeVar(values, cells.offsets(), cells.count(), scratch) : null,
        cells.length(),
        storage.nullable()
            ? validity.encode(Slice.of(cells.validity(), 0, cells.count()), scratch)
            : null,
        summary,
        written.cells() < cells.count(),
        isDimension() ? summarizer.value(cells, 0) : null,
        isDimension() ? summarizer.value(cells, cells.count() - 1) : null);
  }

  /**
   * Encodes the offsets with eight bytes each. If the offsets are stored with the values, returns a
   * tile without chunks.
   */
  private Slice offsets(FieldCells cells, Scratch scratch) {
    if (fixed == null) {
      return Slice.of(new byte[Long.BYTES]);
    }
    byte[] bytes = new byte[cells.count() * Long.BYTES];
    for (int i = 0; i < cells.count(); i++) {
      LittleEndian.putLong(bytes, i * Long.BYTES, (long) cells.offsets()[i]);
    }
    return fixed.encode(Slice.of(bytes), scratch);
  }
}
