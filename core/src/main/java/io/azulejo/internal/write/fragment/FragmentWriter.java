package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes one fragment, which is not visible before it is committed: passes tiles to the files of
 * their fields, and collects the metadata. Not thread-safe.
 */
public final class FragmentWriter {
  private final WritableArray array;
  private final Resources resources;
  private final FragmentLayout layout;
  private final FragmentName name;
  private final long bytesBefore;
  private final FragmentFiles files;
  private final List<FieldTables> tables = new ArrayList<>();
  private int tiles;
  private int lastTileCells;
  private long bytes;
  private boolean complete;

  /**
   * Begins a fragment of that name; no file is made before there are tiles.
   *
   * @param bytesBefore the bytes of the fragments before it in the same write, for its progress
   */
  FragmentWriter(
      WritableArray array,
      FragmentLayout layout,
      FragmentName name,
      Resources resources,
      long bytesBefore) {
    this.array = array;
    this.resources = resources;
    this.layout = layout;
    this.name = name;
    this.bytesBefore = bytesBefore;
    this.files =
        new FragmentFiles(
            array.storage(),
            array.location().resolve(ArrayPaths.fragment(name)),
            layout,
            resources);
    layout.fields().forEach(field -> tables.add(new FieldTables(field)));
  }

  FragmentName name() {
    return name;
  }

  /** The number of tiles so far. */
  public int tiles() {
    return tiles;
  }

  /** The bytes of all files so far, without metadata; tiles on their way are counted. */
  public long bytes() {
    return bytes;
  }

  /** Adds tiles, after those before; they are on their way to files when this returns. */
  public void append(EncodedTiles encoded) {
    files.append(encoded);
    int next = 0;
    for (int tile = encoded.from(); tile < encoded.to(); tile++) {
      for (FieldTables table : tables) {
        table.add(encoded.fields().get(next++));
      }
      lastTileCells = encoded.source().cells(tile);
      tiles++;
    }
    bytes += encoded.bytes();
    resources.progress().advanced(bytesBefore + bytes, -1);
  }

  /**
   * Completes the fragment: when this returns, all of its files are durable. It has at least one
   * tile.
   *
   * @param domain the box of the cells of a dense fragment; empty for sparse ones, whose tiles
   *     determine it
   */
  void complete(Optional<NDRange> domain) {
    files.commit(
        ArrayPaths.FRAGMENT_METADATA_FILE,
        resources.scratchPool().apply(buffers -> metadata(domain, buffers)));
    complete = true;
  }

  private Slice metadata(Optional<NDRange> domain, ScratchPool.TaskBuffers buffers) {
    return new FragmentMetadata(array, layout, tables, tiles, buffers.scratch())
        .encode(domain, lastTileCells);
  }

  /** Deletes the fragment, complete or not. */
  void delete() {
    if (complete) {
      files.delete();
    } else {
      files.abort();
    }
  }
}
