package io.azulejo.bench;

import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.DatasetCreationOptions;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * jhdf: HDF5 files, which it writes itself. HDF5 has no Zstandard of its own; gzip stands for it.
 *
 * @param chunked whether the dataset has chunks where it is not compressed either
 */
record JhdfPeer(boolean chunked) implements DensePeer {
  @Override
  public boolean has(String variant) {
    return variant.equals("none") || (chunked && variant.equals("zstd"));
  }

  @Override
  public void write(Path file, String variant, int side, double[] values) {
    double[][] rows = new double[side][];
    Arrays.setAll(rows, y -> Arrays.copyOfRange(values, y * side, (y + 1) * side));
    DatasetCreationOptions.Builder options = DatasetCreationOptions.builder();
    if (chunked) {
      options.chunkDimensions(TILE, TILE);
    }
    if (variant.equals("zstd")) {
      options.deflate();
    }
    try (WritableHdfFile out = HdfFile.write(file)) {
      out.putDataset("t", rows, options.build());
    }
  }

  @Override
  public Windows open(Path file, String variant, int side) {
    HdfFile in = new HdfFile(file);
    Dataset t = in.getDatasetByPath("t");
    return new Windows() {
      @Override
      public double[][] read(int y, int x, int height, int width) {
        return height == side
            ? new double[][] {(double[]) t.getDataFlat()}
            : (double[][]) t.getData(new long[] {y, x}, new int[] {height, width});
      }

      @Override
      public void close() {
        in.close();
      }
    };
  }
}
