for (const k of Object.keys(process.env)) if (/^npm_(command|life|exec|config_local|package_json|config_prefix)/.test(k)) console.log(k, process.env[k]);
