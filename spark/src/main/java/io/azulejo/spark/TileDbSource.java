package io.azulejo.spark;

/**
 * Arrays by the name under which TileDB-Spark has them, {@code format("io.tiledb.spark")}, so that
 * programs that are written for it run as they are. Where that connector is on the class path as
 * well it keeps its name, and this one is {@code azulejo.tiledb}.
 */
public class TileDbSource extends AzulejoSource {
  private static final String THEIRS = "io.tiledb.spark";

  /** Made by Spark. */
  public TileDbSource() {}

  @Override
  public String shortName() {
    return isThere(THEIRS + ".DefaultSource") ? "azulejo.tiledb" : THEIRS;
  }

  private static boolean isThere(String name) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    String file = name.replace('.', '/') + ".class";
    return (loader == null ? TileDbSource.class.getClassLoader() : loader).getResource(file)
        != null;
  }
}
