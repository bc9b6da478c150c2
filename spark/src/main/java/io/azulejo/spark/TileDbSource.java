package io.azulejo.spark;

/**
 * The data source under TileDB-Spark's name, {@code format("io.tiledb.spark")}. Programs written
 * for that connector run unchanged. If that connector is also on the class path, it keeps its name,
 * and this source is named {@code azulejo.tiledb}.
 */
public class TileDbSource extends AzulejoSource {
  private static final String TILEDB_SPARK = "io.tiledb.spark";

  /** Creates a source. Spark calls this constructor. */
  public TileDbSource() {}

  @Override
  public String shortName() {
    return isOnClassPath(TILEDB_SPARK + ".DefaultSource") ? "azulejo.tiledb" : TILEDB_SPARK;
  }

  private static boolean isOnClassPath(String name) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    String file = name.replace('.', '/') + ".class";
    return (loader == null ? TileDbSource.class.getClassLoader() : loader).getResource(file)
        != null;
  }
}
