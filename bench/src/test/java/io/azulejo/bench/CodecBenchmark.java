package io.azulejo.bench;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
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

/**
 * Decodes a tile of the workloads' field (512 KiB of doubles) with the engine, and the same chunks
 * with direct calls of the compression library. The engine may take at most 5 % longer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CodecBenchmark {
  private static final int SIDE = 256;

  /** The compression filter. */
  @Param({"ZSTD", "LZ4"})
  public String filter;

  private final LZ4SafeDecompressor lz4 = LZ4Factory.fastestInstance().safeDecompressor();
  private final byte[] target = new byte[SIDE * SIDE * Double.BYTES];
  private Scratch scratch;
  private ZstdDecompressCtx zstd;
  private TileCodec codec;
  private Slice filtered;
  private Part[] parts;

  /** The positions of a chunk's compressed data in the tile, and of its values in the target. */
  private record Part(int from, int stored, int to, int length) {}

  /** For JMH. */
  public CodecBenchmark() {}

  /** Makes the tile, and finds its chunks. */
  @Setup
  public void makeTile() {
    ByteBuffer values = ByteBuffer.allocate(target.length).order(ByteOrder.LITTLE_ENDIAN);
    FieldArray.draw(SIDE, values::putDouble);
    Filter compression = filter.equals("ZSTD") ? Filter.zstd(3) : Filter.lz4();
    FilterPipeline pipeline = FilterPipeline.of(compression);
    codec = TileCodec.of(new TileSpec(pipeline, Datatype.FLOAT64, 8, false), Optional.empty());
    scratch = new Scratch();
    zstd = new ZstdDecompressCtx();
    filtered = codec.encode(Slice.of(values.array()), scratch);
    Chunks chunks = codec.chunks(filtered);
    parts = new Part[chunks.count()];
    int header = Long.BYTES;
    for (int i = 0; i < parts.length; i++) {
      int stored = filtered.getInt(header + Integer.BYTES);
      int from = header + TileCodec.CHUNK_HEADER + filtered.getInt(header + 2 * Integer.BYTES);
      int start = (int) chunks.start(i);
      parts[i] =
          new Part(filtered.offset() + from, stored, start, (int) chunks.start(i + 1) - start);
      header = from + stored;
    }
    if (!Arrays.equals(library(), values.array()) || !Arrays.equals(engine(), values.array())) {
      throw new IllegalStateException("decoded values differ from the values of the tile");
    }
  }

  /** Frees native memory. */
  @TearDown
  public void close() {
    zstd.close();
    scratch.close();
  }

  /** Decodes the tile. */
  @Benchmark
  public byte[] engine() {
    codec.decode(filtered, target, 0, target.length, scratch);
    return target;
  }

  /** Decompresses the data of the tile's chunks. */
  @Benchmark
  public byte[] library() {
    byte[] source = filtered.array();
    if (filter.equals("ZSTD")) {
      for (Part part : parts) {
        zstd.decompressByteArray(target, part.to, part.length, source, part.from, part.stored);
      }
    } else {
      for (Part part : parts) {
        lz4.decompress(source, part.from, part.stored, target, part.to, part.length);
      }
    }
    return target;
  }
}
