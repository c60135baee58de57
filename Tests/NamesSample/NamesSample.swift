// The code is made by the plugin from `Schemas`, where every name is one that something else has too.
