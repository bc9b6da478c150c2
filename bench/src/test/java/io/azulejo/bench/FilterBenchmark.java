package io.azulejo.bench;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A tile of 64 Ki integers of 8 bytes, through one filter and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FilterBenchmark {
  private static final int CELLS = 64 << 10;

  /** The filter. */
  @Param({"BYTESHUFFLE", "BITSHUFFLE", "BIT_WIDTH_REDUCTION", "DOUBLE_DELTA", "ZSTD", "LZ4"})
  public String filter;

  private final byte[] target = new byte[8 * CELLS];
  private Scratch scratch;
  private TileCodec codec;
  private Slice unfiltered;
  private Slice filtered;

  /** For JMH. */
  public FilterBenchmark() {}

  /** Makes the tile. */
  @Setup
  public void makeTile() {
    ByteBuffer bytes = ByteBuffer.allocate(8 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    SplitMix64 random = new SplitMix64(CELLS);
    for (int i = 0; i < CELLS; i++) {
      bytes.putLong(i * 1000L + random.below(500));
    }
    FilterPipeline pipeline = FilterPipeline.of(List.of(filterOf(filter)));
    codec = TileCodec.of(new TileSpec(pipeline, Datatype.INT64, 8, false), Optional.empty());
    scratch = new Scratch();
    unfiltered = Slice.of(bytes.array());
    filtered = codec.encode(unfiltered, scratch);
  }

  private static Filter filterOf(String name) {
    return switch (name) {
      case "BYTESHUFFLE" -> Filter.byteShuffle();
      case "BITSHUFFLE" -> Filter.bitShuffle();
      case "BIT_WIDTH_REDUCTION" -> Filter.bitWidthReduction();
      case "DOUBLE_DELTA" -> Filter.doubleDelta();
      case "ZSTD" -> Filter.zstd(3);
      case "LZ4" -> Filter.lz4();
      default -> throw new IllegalArgumentException("no filter " + name);
    };
  }

  /** Frees native memory. */
  @TearDown
  public void close() {
    scratch.close();
  }

  /** To filtered bytes. */
  @Benchmark
  public Slice encode() {
    return codec.encode(unfiltered, scratch);
  }

  /** And back. */
  @Benchmark
  public byte[] decode() {
    codec.decode(filtered, target, 0, target.length, scratch);
    return target;
  }
}
