// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.elasticsearch;

import java.util.Map;
import org.elasticsearch.index.mapper.GeoShapeFieldMapper;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Registers fields of type {@code geo_shape}. Elasticsearch itself contains their code, but only its distributions
 * contain the module that registers them.
 */
public final class GeoShapePlugin extends Plugin implements MapperPlugin {
    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(GeoShapeFieldMapper.CONTENT_TYPE, new GeoShapeFieldMapper.TypeParser());
    }
}
