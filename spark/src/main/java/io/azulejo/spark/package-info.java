/**
 * A Data Source V2 connector that exposes arrays as tables of Apache Spark.
 *
 * <p>{@link io.azulejo.spark.AzulejoSource} reads and writes arrays by location. {@link
 * io.azulejo.spark.AzulejoCatalog} lists the arrays below a location as tables of a catalog.
 *
 * <p>The driver divides a read into parts and sends each executor the token of one snapshot.
 * Batches of cells become Spark columns without a copy. The connector uses only the public API of
 * core and table.
 */
@NullMarked
package io.azulejo.spark;

import org.jspecify.annotations.NullMarked;
