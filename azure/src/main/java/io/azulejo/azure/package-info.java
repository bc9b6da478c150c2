/**
 * The storage provider for {@code azure://} and {@code abfss://} locations. It translates settings
 * and object names into requests to Azure Blob Storage. {@link io.azulejo.storage.objects} builds a
 * store from these requests. The package does not depend on the array format. Start at {@link
 * io.azulejo.azure.AzureProvider} and {@code AzureObjectClient}.
 */
@NullMarked
package io.azulejo.azure;

import org.jspecify.annotations.NullMarked;
