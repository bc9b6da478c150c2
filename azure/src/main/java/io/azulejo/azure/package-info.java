/**
 * The store of {@code azure://} and {@code abfss://} locations: settings and locations come in,
 * requests to Azure Blob Storage go out. The kit of {@link io.azulejo.storage.objects} makes a
 * store of them. Start at {@link io.azulejo.azure.AzureProvider} and {@code AzureObjectClient}.
 */
@NullMarked
package io.azulejo.azure;

import org.jspecify.annotations.NullMarked;
