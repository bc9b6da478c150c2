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
 * A file of variables over shared dimensions: NetCDF of all kinds (classic, with 64-bit offsets,
 * with 64-bit data, and version 4, which is HDF5), and other HDF5. Opening reads the header; values
 * are read on request. For one thread.
 */
public abstract class NetcdfFile implements Closeable {
  private static final String CLASSIC = "CDF";
  private static final String HDF5 = "\u0089HDF\r\n\u001a\n";

  /** The variables, in the order of the file. */
  final List<NetcdfVariable> variables = new ArrayList<>();

  NetcdfFile() {}

  /**
   * Returns whether {@link #open} supports a file.
   *
   * @param head its first bytes, at least 8 unless the file is shorter
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
   * Opens a file and reads its header.
   *
   * @throws InvalidRequestException if the format is not supported, or the file is damaged
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

  /** Returns the variables, including variables of groups, in the order of the file. */
  public final List<NetcdfVariable> variables() {
    return List.copyOf(variables);
  }

  /** Returns the attributes of the file. */
  public abstract NetcdfAttributes attributes();
}
