// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.elasticsearch;

import java.util.Map;
import org.elasticsearch.index.mapper.GeoShapeFieldMapper;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Fields of type {@code geo_shape}. Their code is in Elasticsearch itself; what makes them known is a module that comes
 * with its distributions only.
 */
public final class GeoShapePlugin extends Plugin implements MapperPlugin {
    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(GeoShapeFieldMapper.CONTENT_TYPE, new GeoShapeFieldMapper.TypeParser());
    }
}
