/**
 * Arrays as tables of Apache Spark, by its Data Source V2: {@link io.azulejo.spark.AzulejoSource}
 * for paths. Drivers cut reads into parts and send each executor the token of one snapshot; batches
 * of cells become columns of Spark without a copy.
 */
@NullMarked
package io.azulejo.spark;

import org.jspecify.annotations.NullMarked;
