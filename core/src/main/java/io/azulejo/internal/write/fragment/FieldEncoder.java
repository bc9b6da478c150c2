package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import java.util.Optional;

/** A field of a fragment that is being written: what it is called, and its way to disk. */
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

  public String name() {
    return name;
  }

  public FieldStorage storage() {
    return storage;
  }

  FieldSummarizer summarizer() {
    return summarizer;
  }

  /** Bytes of a cell of fixed size; of one value where cells are of variable size. */
  public int cellSize() {
    return storage.type().size() * Math.max(1, storage.cellValNum());
  }

  boolean isDimension() {
    return storage.kind() == FieldStorage.Kind.DIMENSION;
  }

  /** A tile that is encoded already, with what is kept of its cells. */
  EncodedField summarize(EncodedField encoded, FieldCells cells, CellRuns written) {
    return encoded.summarized(
        summarizer.of(cells, written),
        isDimension() ? summarizer.value(cells, 0) : null,
        isDimension() ? summarizer.value(cells, cells.count() - 1) : null);
  }

  /** The cells of a tile as they go to disk. */
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

  /** Offsets, eight bytes each; a tile without chunks where the values keep them. */
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
