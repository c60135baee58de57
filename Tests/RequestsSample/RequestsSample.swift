// The code is made by the plugin from `Schemas`, which has requests and statements in SQL of all shapes.
