package io.azulejo.bench;

import com.github.luben.zstd.Zstd;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.janelia.saalfeldlab.n5.Compression;
import org.janelia.saalfeldlab.n5.DataBlock;
import org.janelia.saalfeldlab.n5.DataType;
import org.janelia.saalfeldlab.n5.DatasetAttributes;
import org.janelia.saalfeldlab.n5.DoubleArrayDataBlock;
import org.janelia.saalfeldlab.n5.Lz4Compression;
import org.janelia.saalfeldlab.n5.N5FSReader;
import org.janelia.saalfeldlab.n5.N5FSWriter;
import org.janelia.saalfeldlab.n5.N5Reader;
import org.janelia.saalfeldlab.n5.N5Writer;
import org.janelia.saalfeldlab.n5.RawCompression;
import org.janelia.saalfeldlab.n5.readdata.ReadData;

/**
 * n5: a file for each block. It gives out blocks; windows are copied together from them here, by
 * two threads where there are several.
 */
final class N5Peer implements DensePeer {
  private final ExecutorService threads = Executors.newFixedThreadPool(2);

  N5Peer() {}

  @Override
  public boolean has(String variant) {
    return true;
  }

  private static DatasetAttributes attributes(String variant, int side) {
    Compression compression =
        switch (variant) {
          case "none" -> new RawCompression();
          case "lz4" -> new Lz4Compression();
          default -> new Zstandard();
        };
    // The first dimension is that of which the values lie beside each other.
    return new DatasetAttributes(
        new long[] {side, side}, new int[] {TILE, TILE}, DataType.FLOAT64, compression);
  }

  @Override
  public void write(Path file, String variant, int side, double[] values) {
    DatasetAttributes attributes = attributes(variant, side);
    try (N5Writer out = new N5FSWriter(file.toString())) {
      for (int y = 0; y < side; y += TILE) {
        for (int x = 0; x < side; x += TILE) {
          int height = Math.min(TILE, side - y);
          int width = Math.min(TILE, side - x);
          double[] block = new double[height * width];
          for (int row = 0; row < height; row++) {
            System.arraycopy(values, (y + row) * side + x, block, row * width, width);
          }
          long[] place = {x / TILE, y / TILE};
          out.writeChunk(
              "t", attributes, new DoubleArrayDataBlock(new int[] {width, height}, place, block));
        }
      }
    }
  }

  @Override
  public Windows open(Path file, String variant, int side) {
    N5Reader in = new N5FSReader(file.toString());
    DatasetAttributes attributes = attributes(variant, side);
    return new Windows() {
      @Override
      public double[][] read(int y, int x, int height, int width) throws Exception {
        double[] values = new double[height * width];
        List<long[]> places = new ArrayList<>();
        for (long row = y / TILE; row <= (y + height - 1) / TILE; row++) {
          for (long column = x / TILE; column <= (x + width - 1) / TILE; column++) {
            places.add(new long[] {column, row});
          }
        }
        if (places.size() == 1) {
          copy(places.get(0), values, y, x, height, width);
        } else {
          List<Future<?>> copies = new ArrayList<>();
          for (long[] place : places) {
            copies.add(threads.submit(() -> copy(place, values, y, x, height, width)));
          }
          for (Future<?> copy : copies) {
            copy.get();
          }
        }
        return new double[][] {values};
      }

      private void copy(long[] place, double[] values, int y, int x, int height, int width) {
        DataBlock<double[]> block = in.readChunk("t", attributes, place);
        int blockWidth = block.getSize()[0];
        int top = (int) place[1] * TILE;
        int left = (int) place[0] * TILE;
        int from = Math.max(left, x);
        int length = Math.min(left + blockWidth, x + width) - from;
        int end = Math.min(top + block.getSize()[1], y + height);
        for (int row = Math.max(top, y); row < end; row++) {
          System.arraycopy(
              block.getData(),
              (row - top) * blockWidth + from - left,
              values,
              (row - y) * width + from - x,
              length);
        }
      }

      @Override
      public void close() {
        in.close();
      }
    };
  }

  /** Zstandard as n5-zstandard stores it. */
  @Compression.CompressionType("zstd")
  static final class Zstandard implements Compression {
    private static final long serialVersionUID = 1;

    @Override
    public ReadData decode(ReadData data) {
      byte[] stored = data.allBytes();
      return ReadData.from(Zstd.decompress(stored, (int) Zstd.getFrameContentSize(stored)));
    }

    @Override
    public ReadData encode(ReadData data) {
      return ReadData.from((OutputStream out) -> out.write(Zstd.compress(data.allBytes(), 3)));
    }
  }
}
