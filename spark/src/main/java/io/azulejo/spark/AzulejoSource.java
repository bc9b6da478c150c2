package io.azulejo.spark;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Arrays by their places: {@code spark.read().format("azulejo").load("s3://bucket/array")}. The
 * schema is that of the array. Places are tables of a catalog of their own, as Spark lets sources
 * without a catalog neither create nor ignore what is there.
 */
public class AzulejoSource implements SupportsCatalogOptions, DataSourceRegister {
  static final String NAME = "azulejo";

  /** Made by Spark. */
  public AzulejoSource() {}

  @Override
  public String shortName() {
    return NAME;
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    return PathCatalog.register();
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    return ArrayPath.of(new ArrayOptions(options));
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return open(options).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return open(properties);
  }

  private static SparkArray open(Map<String, String> options) {
    return new SparkArray(new ArrayOptions(options), SQLConf.get().caseSensitiveAnalysis());
  }
}
