package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of variables with shared dimensions. It is a classic NetCDF file (CDF-1, CDF-2 or CDF-5),
 * a NetCDF-4 file, or another HDF5 file. Opening a file reads its header. Values are read on
 * request. Instances are not thread-safe. The caller must close them.
 */
public abstract class NetcdfFile implements Closeable {
  private static final String CLASSIC = "CDF";
  private static final String HDF5 = "\u0089HDF\r\n\u001a\n";

  /** The variables, in file order. */
  final List<NetcdfVariable> variables = new ArrayList<>();

  NetcdfFile() {}

  /**
   * Returns whether a file is a NetCDF or HDF5 file that {@link #open} supports.
   *
   * @param head first bytes of the file, at least 8 unless the file is shorter
   */
  public static boolean begins(byte[] head) {
    String start = new String(head, StandardCharsets.ISO_8859_1);
    return start.startsWith(HDF5) || isClassic(start);
  }

  private static boolean isClassic(String start) {
    return start.startsWith(CLASSIC)
        && start.length() > CLASSIC.length()
        && "\1\2\5".indexOf(start.charAt(CLASSIC.length())) >= 0;
  }

  /**
   * Opens a file and reads its header. The caller must close the result.
   *
   * @throws InvalidRequestException if the format is not supported, if the file is damaged, or if
   *     it is an HDF5 file and jHDF is not on the class path
   * @throws IOException if the file cannot be read
   */
  public static NetcdfFile open(Path file) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(HDF5.length());
    }
    String start = new String(head, StandardCharsets.ISO_8859_1);
    if (start.startsWith(HDF5)) {
      try {
        return Hdf5File.read(file);
      } catch (NoClassDefFoundError e) {
        throw new InvalidRequestException(
            "HDF5 requires a library; add io.jhdf:jhdf and its dependencies to the class path",
            null,
            e);
      }
    }
    if (isClassic(start)) {
      return ClassicFile.read(file);
    }
    throw new InvalidRequestException("the file is neither NetCDF nor HDF5");
  }

  /** Returns all variables in file order, including variables in groups. */
  public final List<NetcdfVariable> variables() {
    return List.copyOf(variables);
  }

  /** Returns the global attributes of the file. */
  public abstract NetcdfAttributes attributes();
}
