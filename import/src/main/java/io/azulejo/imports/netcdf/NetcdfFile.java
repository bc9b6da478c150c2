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
 * A file of variables over dimensions that they share: NetCDF of all kinds (classic, with 64-bit
 * offsets, with 64-bit data, and version 4, which is HDF5), and other HDF5. Its header is read when
 * it is opened, values when they are asked for. For one thread.
 */
public abstract class NetcdfFile implements Closeable {
  private static final String CLASSIC = "CDF";
  private static final String HDF5 = "\u0089HDF\r\n\u001a\n";

  /** The variables, in the order of the file. */
  final List<NetcdfVariable> variables = new ArrayList<>();

  NetcdfFile() {}

  /**
   * Whether a file is of a kind that {@link #open} knows.
   *
   * @param head its first bytes, 8 or more if there are as many
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
   * Opens a file and reads what it has.
   *
   * @throws InvalidRequestException if it is of another kind, or damaged
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
            "HDF5 needs a library: put the jar of io.jhdf:jhdf and what it depends on on the class path",
            null,
            e);
      }
    }
    if (isClassic(start)) {
      return ClassicFile.read(file);
    }
    throw new InvalidRequestException("it is neither NetCDF nor HDF5");
  }

  /** Its variables, those of groups too, in the order of the file. */
  public final List<NetcdfVariable> variables() {
    return List.copyOf(variables);
  }

  /** What the file says of itself. */
  public abstract NetcdfAttributes attributes();
}
