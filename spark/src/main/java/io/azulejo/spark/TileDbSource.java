package io.azulejo.spark;

/**
 * The data source under TileDB-Spark's name, {@code format("io.tiledb.spark")}, so that programs
 * written for that connector run unchanged. If the connector is on the class path too, it keeps its
 * name, and this source is called {@code azulejo.tiledb}.
 */
public class TileDbSource extends AzulejoSource {
  private static final String TILEDB_SPARK = "io.tiledb.spark";

  /** Creates a source; called by Spark. */
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
