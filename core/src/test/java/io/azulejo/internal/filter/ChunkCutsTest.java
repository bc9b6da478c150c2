package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkCutsTest {
  private final Scratch scratch = new Scratch();

  @Test
  void chunksOfFixedCellsAreTheLargestMultipleOfACellUpTo64KiB() {
    assertThat(fixed(0, 4)).isEmpty();
    assertThat(fixed(40, 4)).containsExactly(40);
    assertThat(fixed(65536, 4)).containsExactly(65536);
    assertThat(fixed(65540, 4)).containsExactly(65536, 4);
    assertThat(fixed(131_000, 12)).containsExactly(65532, 65468);
    assertThat(fixed(140_000, 70_000)).containsExactly(70_000, 70_000);
  }

  @Test
  void aPipelineWithoutAChunkSizeMakesOneChunk() {
    TileSpec spec =
        new TileSpec(
            FilterPipeline.of(0, FilterPipeline.EMPTY.filters()), Datatype.INT32, 4, false);
    assertThat(sizes(spec, 200_000)).containsExactly(200_000);
  }

  @Test
  void chunksOfVariableCellsEndAtCells() {
    assertThat(var()).containsExactly(0);
    assertThat(var(10, 20)).containsExactly(30);
    // Taken over the size while the chunk is at most half full, however large the cell.
    assertThat(var(32768, 200_000, 5)).containsExactly(232_768, 5);
    // Taken over the size when the sum is at most one and a half of it.
    assertThat(var(40_000, 58_304, 5)).containsExactly(98_304, 5);
    assertThat(var(40_000, 58_305, 5)).containsExactly(40_000, 58_310);
    // A chunk that the last cell closed leaves an empty one behind.
    assertThat(var(40_000, 58_304)).containsExactly(98_304, 0);
    assertThat(var(40_000, 70_000, 30_000)).containsExactly(40_000, 70_000, 30_000);
  }

  @Test
  void filtersThatCannotDoWithoutBytesGetNoEmptyChunk() {
    Filter delta = Filter.delta();
    assertThat(var(FilterPipeline.of(delta), 40_000, 58_304)).containsExactly(98_304);
    assertThat(var(FilterPipeline.of(delta))).isEmpty();
    assertThat(var(FilterPipeline.of(Filter.zstd(-1), delta))).isEmpty();
  }

  @Test
  void partsThatStayEmptyBeforeAFilterThatCannotDecodeThemGetNoChunk() {
    Filter md5 = Filter.md5();
    Filter rle = Filter.rle();
    for (Filter keeping : List.of(rle, Filter.bitShuffle(), Filter.byteShuffle(), Filter.xor())) {
      assertThat(var(FilterPipeline.of(keeping, md5))).as("%s", keeping).isEmpty();
      assertThat(var(FilterPipeline.of(keeping, md5, Filter.zstd(-1)))).isEmpty();
      assertThat(var(FilterPipeline.of(keeping))).containsExactly(0);
      assertThat(var(FilterPipeline.of(keeping, Filter.zstd(-1), md5))).containsExactly(0);
      assertThat(var(FilterPipeline.of(md5, keeping))).containsExactly(0);
    }
    assertThat(var(FilterPipeline.of(Filter.byteShuffle(), rle))).isEmpty();
    assertThat(var(FilterPipeline.of(rle, md5), 40_000, 58_304)).containsExactly(98_304);
  }

  private int[] fixed(int length, int cellSize) {
    return sizes(new TileSpec(FilterPipeline.EMPTY, Datatype.INT32, cellSize, false), length);
  }

  private int[] sizes(TileSpec spec, int length) {
    TileCodec codec = TileCodec.of(spec, Optional.empty());
    return sizes(codec.chunks(codec.encode(Slice.of(new byte[length]), scratch)));
  }

  private int[] var(int... cells) {
    return var(FilterPipeline.EMPTY, cells);
  }

  private int[] var(FilterPipeline filters, int... cells) {
    int[] offsets = new int[cells.length + 1];
    for (int i = 0; i < cells.length; i++) {
      offsets[i + 1] = offsets[i] + cells[i];
    }
    TileCodec codec =
        TileCodec.of(new TileSpec(filters, Datatype.CHAR, 1, false), Optional.empty());
    Slice values = Slice.of(new byte[offsets[cells.length]]);
    return sizes(codec.chunks(codec.encodeVar(values, offsets, cells.length, scratch)));
  }

  private static int[] sizes(Chunks chunks) {
    return IntStream.range(0, chunks.count())
        .map(i -> (int) (chunks.start(i + 1) - chunks.start(i)))
        .toArray();
  }
}
