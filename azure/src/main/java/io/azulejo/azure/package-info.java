/**
 * The store for {@code azure://} and {@code abfss://} locations. Translates settings and locations
 * into requests to Azure Blob Storage, from which {@link io.azulejo.storage.objects} builds a
 * store. Knows nothing of arrays. Start at {@link io.azulejo.azure.AzureProvider} and {@code
 * AzureObjectClient}.
 */
@NullMarked
package io.azulejo.azure;

import org.jspecify.annotations.NullMarked;
