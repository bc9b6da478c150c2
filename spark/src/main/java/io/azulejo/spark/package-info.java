/**
 * A Data Source V2 connector that exposes arrays as tables of Apache Spark.
 *
 * <p>{@link io.azulejo.spark.AzulejoSource} reads and writes arrays by location, {@link
 * io.azulejo.spark.AzulejoCatalog} lists them as tables of a catalog. The driver divides a read
 * into parts and sends each executor the token of one snapshot; batches of cells become Spark
 * columns without a copy. All access goes through core's and table's public API.
 */
@NullMarked
package io.azulejo.spark;

import org.jspecify.annotations.NullMarked;
